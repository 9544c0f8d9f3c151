"""The figures of the slides: accuracy, precision, recall and F1."""

from __future__ import annotations

# Their Hoeffding trees are mlpack's; their other tree is rpart's, which is pruned as it grows. Of the
# synthetic set they give figures of ten million rows, and none of the other tree.
PUBLISHED: dict[tuple[str, str], tuple[float, float, float, float]] = {
    ("synthetic", "mlpack_Gini"): (0.5006323, 0.5004539, 0.4765451, 0.4882069),
    ("synthetic", "mlpack_Entr"): (0.5000093, 0.4998077, 0.4966442, 0.4982209),
    ("airlines", "mlpack_Gini"): (0.5974359, 0.5408910, 0.6410539, 0.5867283),
    ("airlines", "mlpack_Entr"): (0.6122956, 0.5621084, 0.5894610, 0.5754598),
    ("airlines", "dt"): (0.6290927, 0.6762395, 0.3222010, 0.4364507),
    ("electricity", "mlpack_Gini"): (0.7631869, 0.7619875, 0.8496707, 0.8034439),
    ("electricity", "mlpack_Entr"): (0.7612006, 0.7520175, 0.8665246, 0.8052205),
    ("electricity", "dt"): (0.7543589, 0.7323520, 0.8963580, 0.8060976),
}
