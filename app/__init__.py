"""Candid: a desktop photo browser that tells how close a result really is."""

import os

__version__ = "0.1.0"

# Before numpy is loaded: its threads and the model's wait for each other on few cores, and a search's products are small
# (measured on two busy cores: 14 ms instead of 0.6 for one of 200 x 200).
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
