"""Mutation testing of what an answer rests on, by a command of its own."""
