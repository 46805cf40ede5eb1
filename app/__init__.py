"""Candid: a desktop photo browser that tells how close a result really is."""

__version__ = "0.1.0"
