"""Swift's `ListHost` in a scroll view that behaves as UIKit's, without UIKit: see Tests/Checks/Clients/Swift."""

from pathlib import Path

from stage import Pipe, main

main(Pipe("swift", {"touch", "page", "fling", "resize", "batches"},
          Path(__file__).parents[3] / ".build/clients/debug/hostclient"))
