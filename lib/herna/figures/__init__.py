"""Pictures: functions that take finished data and return axes, in one house style."""
