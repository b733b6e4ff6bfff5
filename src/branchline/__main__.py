"""`python -m branchline` is `branchline`."""

from branchline.cli import main

if __name__ == "__main__":
    main()
