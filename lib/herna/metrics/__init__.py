"""The nine metrics of fun, as functions over arrays."""
