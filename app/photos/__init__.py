"""One file in, facts and a thumbnail out; everything that parses untrusted bytes runs in worker processes."""
