"""Evaluation of learners on streams."""
