"""Mirkhan, Amir Haeri & Meybodi (2019): cuts that are computed, not tried.

data        the files of the three tables, and how each is learned
cells       what is run: a table, its data, a variant and an arithmetic
training    one cell: ten folds of each file, many epochs
published   the figures of the paper
tables      the paper's tables with its figures, ours and the difference
figures     figure 1: curves of three classes, and what every cut gains
claims      what the paper concludes, in our figures
experiment  all of it
"""
