"""Claude through the Messages API: the prompt, the client on its own loop thread, and what every failure is called."""
