"""Speed and accuracy of riparian beside its peers, measured in one run on the same rows."""
