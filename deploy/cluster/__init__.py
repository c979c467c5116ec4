"""A whole installation on one machine, of real processes and the configuration of this folder; for trials and tests."""
