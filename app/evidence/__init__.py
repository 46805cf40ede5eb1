"""What an answer may rest on: pack, relationship graph, closeness and its measuring. No clock, chance, network or store."""
