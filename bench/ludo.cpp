// Random playouts of Ludo, written by hand: what `herna bench` measures our compiled rules against.
//
// The rules, the state and the sets of squares are those of lib/herna/games/ludo.py, except that the
// number of players is known when it is compiled. The generator is numpy's PCG64, inlined, and lots
// are drawn from it as our kernels draw them; so, given the state of a numpy generator, it plays the
// very same games as we do, which is how tests/test_bench.py compares the rules.
//
//   g++ -std=c++20 -O3 -march=native ludo.cpp -o ludo
//   ./ludo GAMES SEED [INCREMENT [PLAYERS]]
//
// SEED and INCREMENT are the two 128-bit numbers in numpy's `PCG64().state["state"]`. Prints one
// line of JSON: `seconds` of CPU time, mean `rounds` per game, and `next`, the first lot not used.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

using Word = unsigned __int128;

class Pcg64 {
public:
    Pcg64(Word state, Word increment) : state(state), increment(increment | 1) {}

    double random() { return (next() >> 11) * 0x1p-53; }
    int below(int count) { return int(random() * count); }

private:
    static constexpr Word MULTIPLIER = (Word(2549297995355413924u) << 64) + 4865540595714422341u;
    Word state, increment;

    uint64_t next() {
        state = state * MULTIPLIER + increment;
        return std::rotr(uint64_t(state >> 64) ^ uint64_t(state), int(state >> 122));
    }
};

constexpr int SEATS = 4, FIGURES = 4, RING = 40, TRACK = 44, HOUSE = -1;
constexpr int ROLLS_WITHOUT_FIGURE = 3;

// Sets of squares have one bit per square: bit 0 the house, bit 1 + p position p.
using Squares = uint64_t;
constexpr Squares ON_RING = ((Squares(1) << RING) - 1) << 1;
constexpr Squares NOWHERE = 1 | Squares(0x3f) << (TRACK + 1);  // the house, beyond the last square
constexpr Squares SAFE = 0x0842108421 << 1;  // every fifth square

template <int PLAYERS>
class Ludo {
public:
    int completed = 0;  // turns finished

    Ludo() {
        figures.fill({HOUSE, HOUSE, HOUSE, HOUSE});
        squares.fill(0);
        for (int seat = 0; seat < PLAYERS; ++seat) figures[seat] = {0, 1, 2, 3}, squares[seat] = 0x1e;
    }

    bool rolling() const { return roll == 0; }

    // Whether the seat that moved last has won.
    bool over() const {
        const auto& last = figures[turn > 0 ? turn - 1 : PLAYERS - 1];
        return std::ranges::all_of(last, [](int at) { return at >= RING; });
    }

    void roll_die(int face) {
        roll = face;
        ++rolls;
        movable = movable_figures();
        if (movable) return;
        if (rolls == ROLLS_WITHOUT_FIGURE || on_ring()) pass_turn();
        else roll = 0;
    }

    int choices() const { return std::popcount(movable); }

    // Move the figure that is the nth among the movable ones.
    void move(int nth) {
        unsigned left = movable;
        while (nth--) left &= left - 1;
        const int figure = std::countr_zero(left), there = target(figure);
        if (there < RING && contains(opponents(ON_RING), there)) send_back_from(there);
        put(turn, figure, there);
        pass_turn();
    }

private:
    std::array<std::array<int, FIGURES>, SEATS> figures;  // positions relative to their owner
    std::array<Squares, SEATS> squares;                   // the same as sets, but for the house
    int turn = 0, roll = 0, rolls = 0;
    unsigned movable = 0;  // which figures the roll can move, bit by bit

    void pass_turn() {
        turn = turn + 1 < PLAYERS ? turn + 1 : 0;
        roll = rolls = movable = 0;
        ++completed;
    }

    bool on_ring() const { return squares[turn] & ON_RING; }

    int target(int figure) const {
        const int here = figures[turn][figure];
        const int entry = roll == 6 ? 0 : HOUSE;
        return here == HOUSE ? entry : here + roll;
    }

    unsigned movable_figures() const {
        const Squares blocked = NOWHERE | squares[turn] | opponents(SAFE);
        unsigned free = 0;
        for (int figure = 0; figure < FIGURES; ++figure)
            free |= unsigned(contains(~blocked, target(figure))) << figure;
        return free;
    }

    static constexpr int distance(int further) { return (PLAYERS == 2 ? 20 : 10) * further % RING; }

    static Squares only(int at) { return Squares(1) << (at + 1); }
    static bool contains(Squares squares, int at) { return squares >> (at + 1) & 1; }

    void put(int seat, int figure, int there) {
        const Squares left = squares[seat] & ~only(figures[seat][figure]);
        figures[seat][figure] = there;
        squares[seat] = (left | only(there)) & ~only(HOUSE);
    }

    // Those of some ring squares on which opponents stand, counted from the entry of the seat on turn.
    Squares opponents(Squares among) const {
        Squares found = 0;
        for (int further = 1; further < SEATS; ++further)
            found |= turned(squares[(turn + further) % SEATS] & among, distance(further));
        return found;
    }

    static Squares turned(Squares squares, int steps) {
        return (squares << steps | squares >> (RING - steps)) & ON_RING;
    }

    void send_back_from(int there) {
        for (int further = 1; further < SEATS; ++further) {
            const int seat = (turn + further) % SEATS;
            const int position = (there - distance(further) + RING) % RING;
            for (int figure = 0; figure < FIGURES; ++figure)
                if (figures[seat][figure] == position) return put(seat, figure, HOUSE);
        }
    }
};

struct Totals {
    int64_t plies = 0, rounds = 0;
};

template <int PLAYERS>
Totals play(int64_t games, Pcg64& rng) {
    Totals totals;
    for (int64_t i = 0; i < games; ++i) {
        Ludo<PLAYERS> game;
        for (bool over = false; !over; ++totals.plies) {
            if (game.rolling()) {
                game.roll_die(1 + rng.below(6));
            } else {  // only a move can end the game
                game.move(game.choices() > 1 ? rng.below(game.choices()) : 0);
                over = game.over();
            }
        }
        totals.rounds += game.completed;
    }
    return totals;
}

Word number(const char* digits) {
    Word value = 0;
    while (*digits) value = value * 10 + unsigned(*digits++ - '0');
    return value;
}

int main(int count, char** words) {
    if (count < 3) return std::fprintf(stderr, "ludo GAMES SEED [INCREMENT [PLAYERS]]\n"), 2;
    const int64_t games = std::atoll(words[1]);
    const int players = count > 4 ? std::atoi(words[4]) : 4;
    if (players < 2 || players > 4) return std::fprintf(stderr, "ludo: PLAYERS: 2, 3, 4\n"), 2;
    Pcg64 rng(number(words[2]), count > 3 ? number(words[3]) : 1);
    const std::clock_t start = std::clock();
    const Totals totals = players == 2   ? play<2>(games, rng)
                          : players == 3 ? play<3>(games, rng)
                                         : play<4>(games, rng);
    const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    std::printf("{\"plies\": %lld, \"games\": %lld, \"seconds\": %.6f, ", (long long)totals.plies,
                (long long)games, seconds);
    std::printf("\"rounds\": %.17g, \"next\": %.17g}\n", double(totals.rounds) / games, rng.random());
}
