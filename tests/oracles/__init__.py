"""Slow, obvious learners written from docs/definition.md and the papers, never from the core."""
