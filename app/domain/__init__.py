"""The words that every room shares: ids, facts, queries, scores, ports and errors. No behaviour that needs a store, a clock or a screen."""
