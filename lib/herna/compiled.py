"""Compilation: rules and kernels become machine code, cached on disk and never stale.

`@rule` marks a small function of a game, `@kernel` a loop that works for every game. Both are
numba functions; with `NUMBA_DISABLE_JIT=1` they stay plain Python and can be stepped through in a
debugger. A kernel receives a game's rules as typed function arguments, so one source serves all
games and a kernel that was compiled once is found again on disk by the next process.

Kernels never look into a state, they only copy it and hand it to rules. So they need not know its
fields, only how large it is: memory for states and ledgers is rounded up to a few sizes (`roomy`),
and what Python hands to a kernel is shown to it without its fields (`faceless`). Games of about one
size share all compiled kernels, and a new game has little more to compile than its own rules.

The cache lives in a folder named after a hash of all sources that may hold compiled code: after
an edit of any of them the next process looks into a new folder, so an edited helper can never be
answered with yesterday's code. A process in which sources were edited after it had imported them
compiles for itself and stores nothing. In the folder machine code is found by module and line:
another copy of the same sources, wherever it lies, has nothing to compile.
Functions from outside the package (a game in a notebook cell) are compiled but not cached.
"""

import fcntl
import hashlib
import importlib
import os
import shutil
import sys
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numba.core.config
import numba.experimental.function_type
import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.codegen import ll
from numba.core.compiler import Compiler
from numba.core.runtime import rtsys
from numba.extending import NativeValue, register_model, typeof_impl, unbox
from numba.np.numpy_support import from_dtype

from herna.sources import PACKAGE, edited

INTERPRETED = bool(numba.core.config.DISABLE_JIT)  # type: ignore[attr-defined]
COMPILED = (
    "compiled",
    "game",
    "games",
    "kernels",
    "metrics",
    "rules",
)  # where compiled code may live
KEPT_CACHES = 4  # folders of older sources that are kept for switching back and forth


@cache
def sources():
    """Every source file that may hold compiled code."""
    return [
        path
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.relative_to(PACKAGE).parts[0].removesuffix(".py") in COMPILED
    ]


@cache
def source_hash():
    """A hash of these files, the name of the kernel cache."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder():
    """Where the compiled code of these sources lives; older folders beyond a few are removed."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    kernels = Path(os.environ.get("HERNA_CACHE_DIR") or home / "herna") / "kernels"
    ours = kernels / source_hash()
    ours.mkdir(parents=True, exist_ok=True)
    others = (path for path in kernels.iterdir() if path != ours)
    for old in sorted(others, key=_last_used)[:-KEPT_CACHES]:
        shutil.rmtree(old, ignore_errors=True)
    return ours


def warm_marker(what):
    """A file that is there once `what` is compiled, for this Python and this kind of processor."""
    machine = hashlib.sha256(ll.get_host_cpu_name().encode()).hexdigest()[:8]
    return cache_folder() / f"{what}-{sys.implementation.cache_tag}-{machine}.warm"


def _last_used(folder):
    try:
        return folder.stat().st_mtime
    except OSError:  # another process has just removed it
        return 0.0


def _leave_scipy_for_later():
    """Let numba take it on trust that scipy has BLAS.

    It would import `scipy.linalg` to find out, a third of a second before the first compiled call
    of every process. Where compiled code does multiply matrices, it is imported then.
    """
    blas = "scipy.linalg.cython_blas"
    if blas in sys.modules:
        return
    sys.modules[blas] = ModuleType(blas)
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        del sys.modules[blas]


if not INTERPRETED:
    _leave_scipy_for_later()


def kernel(function, **options):
    """Compile a loop that works on any game; cached when it belongs to Herna."""
    if INTERPRETED:
        return function
    package, _, inside = function.__module__.partition(".")
    ours = package == "herna"
    if ours and inside.partition(".")[0] not in COMPILED:
        raise RuntimeError(f"{function.__module__}: compiled code belongs into {COMPILED}")
    any_game = function.__code__.co_varnames[:1] == ("rules",)
    return (AnyGameKernel if any_game else Kernel)(function, ours, options)


class Kernel:
    """A function that is compiled when it is first called, from Python or by compiled code.

    The two are apart. Left to itself numba would make a full function of everything that is called
    on the way: with a face for Python, optimised on its own, turned into machine code and stored,
    although only the whole is ever used; and once more for every constant in a call. So it would
    take more than twice as long to compile a game. And it would make hundreds of them ready at
    every import, of which a process calls a handful.
    """

    built_in = False  # whether compiled code takes in all of it, however large, instead of a call

    def __init__(self, function, ours, options):
        self.py_func, self.__doc__ = function, function.__doc__
        self._ours, self.options = ours, {"error_model": "numpy", **options}

    def __call__(self, *arguments):
        return self.compiled(*arguments)

    @cached_property
    def compiled(self):
        """The numba function that Python calls."""
        compiled = numba.njit(**self.options)(self.py_func)
        if self._ours and not edited(sources()):
            compiled._cache = KernelCache(self.py_func)
        return compiled

    @cached_property
    def _part(self):
        """The numba function that compiled code builds in as a part of itself."""
        options = {**self.options, "forceinline": True} if self.built_in else self.options
        part = numba.njit(pipeline_class=_PartCompiler, **options)(self.py_func)
        template = part.get_call_template

        def typed_call(arguments, keywords):
            plain = tuple(types.unliteral(argument) for argument in arguments)
            named = {name: types.unliteral(argument) for name, argument in keywords.items()}
            return template(plain, named)

        def add(result):
            part.targetctx.insert_user_function(result.fndesc, result.fndesc, [result.library])
            part.overloads[tuple(result.signature.args)] = result

        part.get_call_template, part.add_overload = typed_call, add
        part.get_overload = lambda arguments: part.overloads[tuple(arguments)].fndesc
        return part

    @cached_property
    def _numba_type_(self):
        return numba.typeof(self._part)  # what compiled code sees


class AnyGameKernel(Kernel):
    """A kernel that is handed the rules of a game; what else it is handed has no fields to it."""

    def __call__(self, rules, *arguments):
        return self.compiled(rules, *map(faceless, arguments))


class ByModuleAndLine(_CacheLocator):
    """Where the machine code of a function lies: the folder says already of which sources."""

    def __init__(self, function):
        self._function = function

    @classmethod
    def from_function(cls, function, _file):
        return cls(function)

    def get_cache_path(self):
        return str(cache_folder() / self._function.__module__)

    def get_source_stamp(self):
        return source_hash()

    def get_disambiguator(self):
        return str(self._function.__code__.co_firstlineno)


class KernelCacheFiles(CompileResultCacheImpl):
    _locator_classes: Any = [ByModuleAndLine]


class KernelCache(FunctionCache):
    """Numba's cache of a function, for many processes at once and quick to read."""

    _impl_class = KernelCacheFiles

    def save_overload(self, signature, result):
        """Store machine code, unless sources were edited meanwhile; no two processes at once.

        Numba reads the index of a function, adds a line and writes it back; of two processes that
        do so at the same time one loses its line, or both name the same file for different code.
        """
        if edited(sources()):
            return
        with (cache_folder() / ".lock").open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)  # until the file is closed, or its owner dies
            super().save_overload(signature, result)

    def load_overload(self, signature, context):
        """Take machine code from the cache without all that it takes to make some.

        Numba would first import and register every function that it knows to compile, a third of
        what the first call of a process takes. Whoever compiles asks for all that himself; machine
        code that is ready needs only the memory management.
        """
        rtsys.initialize(context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(signature, context)
        return None  # what could not be read is compiled anew


class _PartCompiler(Compiler):
    """Compiles no further than to code that can be linked into a caller, who will optimise it.

    Each function is tidied up before: playouts of Ludo would be slower by a tenth without.
    """

    def __init__(self, typing, target, library, arguments, returns, flags, variables):
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        library = target.codegen().create_library("part")
        library._optimize_final_module = lambda: None
        library._finalize_final_module = lambda: setattr(library, "_finalized", True)
        super().__init__(typing, target, library, arguments, returns, flags, variables)


def rule(function, **options):
    """Compile a rule; it is small, so it is built into whatever calls it."""
    return kernel(function, forceinline=True, **options)


def lean(decorator):
    """A decorator as this one for functions that allocate nothing and count no references.

    Every array that is sliced or handed on would cost two atomic additions, which tells in a search
    whose nodes take a microsecond.
    """
    return lambda function: decorator(function, _nrt=False)


def record(*fields):
    """A structured dtype whose scalars have attributes, in Python and in compiled code alike.

    Each field is `(name, format)` or `(name, format, shape)`. Numbers should be `i4` or wider: the
    interpreter would overflow where compiled code widens.
    """
    taken = [name for name, *_ in fields if hasattr(np.record, name)]
    if taken:
        raise ValueError(f"record field {taken[0]!r} is a numpy method: choose another name")
    plain = np.dtype([tuple(field) for field in fields], align=True)
    described = [plain.fields[name] for name in plain.names]  # type: ignore[index, union-attr]
    padded: Any = {
        "names": plain.names,
        "formats": [kind for kind, *_ in described],
        "offsets": [offset for _, offset, *_ in described],
        "itemsize": -(-plain.itemsize // 8) * 8,  # so that records nest without misalignment
    }
    return np.dtype((np.record, np.dtype(padded, align=True)))


SMALLEST_STATE, SMALLEST_LEDGER = 256, 320  # bytes; most games are below both
_FACELESS: dict[np.dtype, np.dtype] = {}  # what kernels see of states, ledgers and worlds


def roomy(kind, smallest=SMALLEST_STATE):
    """The record type with room to spare after its fields, up to the next of a few sizes."""
    if kind in _FACELESS:
        return kind
    sizes = sorted(smallest * step << doubled for step in (2, 3) for doubled in range(24))
    room = next(size // 2 for size in sizes if size // 2 >= kind.itemsize)
    layout: Any = {
        "names": kind.names,
        "formats": [kind.fields[name][0] for name in kind.names],
        "offsets": [kind.fields[name][1] for name in kind.names],
        "itemsize": room,
    }
    spacious = np.dtype((np.record, np.dtype(layout, align=True)))
    _FACELESS[spacious] = record(("words", "i8", room // 8))
    return spacious


def compound(**parts):
    """A record of other records, of which kernels see no more than of these."""
    whole = record(*parts.items())
    _FACELESS[whole] = record(*((name, _FACELESS.get(kind, kind)) for name, kind in parts.items()))
    return whole


def faceless(value):
    """The same memory without the names of its fields; scratch memory is looked through."""
    if isinstance(value, tuple):
        return type(value)(*map(faceless, value))
    kind = _FACELESS.get(value.dtype) if isinstance(value, np.ndarray | np.void) else None
    if kind is None:
        return value
    return value.view(kind) if isinstance(value, np.ndarray) else np.frombuffer(value, kind)[0]


def typed(function, returns, *arguments):
    """The function with a fixed signature, so that kernels accept it as an argument."""
    return function if INTERPRETED else TypedRule(function, returns, *arguments)


class ByAddress(types.WrapperAddressProtocol):
    """What kernels take for a rule: anything that has a signature and an address."""


class TypedRule(ByAddress):
    """A compiled function that numba passes to kernels by address.

    Records are passed by address, too, so a kernel need not know what the rule finds there.
    """

    def __init__(self, function, returns, *arguments):
        lightly = {name: value for name, value in function.options.items() if name == "_nrt"}
        self._function = kernel(function.py_func, **lightly)  # its own: the signature casts results
        self._function.built_in = True  # by playouts, which call nothing by address
        self._signature = returns(*map(_numba_type, arguments))
        self._seen_by_kernels = returns(*(_numba_type(_FACELESS.get(a, a)) for a in arguments))
        self._address = None

    def __call__(self, *arguments):
        if self._address is None:
            self.__wrapper_address__()
        return self._function(*arguments)

    def signature(self):
        return self._seen_by_kernels

    def __wrapper_address__(self):
        if self._address is None:
            compiled = self._function.compiled
            compiled.compile(self._signature)
            result = compiled.get_compile_result(self._signature)
            name = result.fndesc.llvm_cfunc_wrapper_name
            self._address = result.library.get_pointer_to_function(name)
        return self._address


class RuleType(types.FunctionType):
    """The type of rules in compiled code.

    Numba asks any function for its address by two calls from the machine code back to Python, with
    the signature unpacked anew for each. A kernel is handed all rules of a game at every call: that
    took longer than most kernels run.
    """


register_model(RuleType)(numba.experimental.function_type.FunctionModel)


@typeof_impl.register(ByAddress)
def _type_of_rule(rule, context):
    return RuleType(rule.signature())


@unbox(RuleType)
def _unbox_rule(kind, rule, c):
    address = c.pyapi.call_method(rule, "__wrapper_address__")
    with c.builder.if_then(cgutils.is_null(c.builder, address), likely=False):
        c.builder.ret(c.pyapi.get_null_object())  # it did not compile: the exception is set
    native = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    native.c_addr = c.pyapi.long_as_voidptr(address)
    c.pyapi.decref(address)
    native.py_addr = c.builder.ptrtoint(rule, c.context.get_value_type(types.voidptr))
    return NativeValue(native._getvalue())


def _numba_type(kind):
    return from_dtype(kind) if isinstance(kind, np.dtype) else kind
