"""De Rosa & Cesa-Bianchi (2015): splitting with confidence, and the slides that tell of it.

methods     the three trees, and the settings that are tried for each
data        streams of known trees, five real data sets, ten distributions; each in the order of a seed
curves      accuracy against the number of leaves
batches     Hoeffding trees beside a tree that has all rows at once
labels      how many labels a tree with confidence asks for, and what else could be done with as many
cells       what is run, in which order
training    one task: the lines that it gives
published   the figures of the slides
results     finished cells, found by their names
tables      all figures as text
figures     the same drawn
claims      what the slides say, in our figures
experiment  all of it
"""
