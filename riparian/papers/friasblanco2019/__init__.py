"""Frías-Blanco et al. (2019): the Online Hybrid Tree beside VFDT and IADEM-2.

streams     the 25 synthetic streams
data        the nine real data sets, as many as are at hand
methods     the trees, and the settings of each
cells       what is run, in which order
training    one task: the lines that it gives
published   the figures of the paper
results     finished cells, found by their names
tables      tables 2, 3 and 5 as text
figures     figures 3 and 4, as numbers and drawn
replacing   figure 2: a tree before and after a test is pulled up
claims      what the paper says, in our figures
experiment  all of it
"""
