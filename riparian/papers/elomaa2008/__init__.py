"""Elomaa & Lehtinen (2008): bins, blocks and segments of a column, and trees of multi-way splits.

domains     the UCI domains of figure 4, and the rows and columns of them that count
counting    figures 4 and 5: what a column is when all its rows have been seen
streams     the streams and data sets that trees are grown on
methods     the trees, and their settings
cells       what is run, in which order
training    one task: the lines that it gives
results     finished cells, found by their names
tables      all of it as text
figures     figures 4 and 5 drawn
on_columns  whether what the paper says of columns holds
on_trees    what it leaves open about trees and windows
claims      all of that in sentences
experiment  all of it
"""
