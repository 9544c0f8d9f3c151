"""Numeric columns in little memory: how to summarise them so that the whole tree is most accurate.

B. Pfahringer, G. Holmes and R. Kirkby. Handling numeric attributes in Hoeffding trees. PAKDD 2008, pages
296-307. Eighteen streams, nine configurations and two of ours, three budgets; docs/papers/pfahringer2008.md
tells what differs.
"""
