"""Replies to questions: their form, who gives them, and the sentences that Candid writes of what it has checked."""
