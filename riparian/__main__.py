"""`python -m riparian` is `riparian`."""

from riparian.cli import main

if __name__ == "__main__":
    main()
