"""Experiments of papers, done again with our trees: `riparian paper NAME`.

What all of them share is here: results that survive a killed run (ledger), rows that are made once
(material), cells side by side in processes (parallel), cells found by their names (results), tables as text
(layout) and claims that hold or do not (claims). Each paper has a package of its own with its streams,
configurations, tables, figures and claims.
"""

from __future__ import annotations

# Name of the package, and the paper in a line.
PAPERS = {
    "derosa2015": "R. De Rosa and N. Cesa-Bianchi: splitting with confidence (2015)",
    "elomaa2008": "T. Elomaa and P. Lehtinen: optimal multi-way splits, kept up to date (2008)",
    "friasblanco2019": "I. Frías-Blanco and others: the Online Hybrid Tree, which revises its splits (2019)",
    "mirkhan2019": "M. Mirkhan, M. Amir Haeri and M. R. Meybodi: split values by calculation (2019)",
    "pfahringer2008": "B. Pfahringer, G. Holmes and R. Kirkby: numeric attributes in Hoeffding trees (2008)",
}

__all__ = ["PAPERS"]
