"""A query in, matched photos out: parse, candidates, ranking, percentage. Knows no clock, chance, network or store."""
