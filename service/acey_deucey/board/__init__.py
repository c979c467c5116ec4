"""Drawings of a position; they know the rules' values and neither HTTP nor the store."""
