"""`python -m branchline` is the same as `branchline`."""

from branchline.cli import main

if __name__ == "__main__":
    main()
