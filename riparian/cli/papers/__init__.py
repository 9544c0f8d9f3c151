"""The commands of `riparian paper`, one module per paper; what they share is in options."""
