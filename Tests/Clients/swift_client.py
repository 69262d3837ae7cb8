"""Swift's `ListHost` in a scroll view that behaves as UIKit's, without UIKit: see Tests/Clients/Swift."""

from pathlib import Path

from stage import Pipe, main

main(Pipe("swift", {"touch", "page", "fling", "resize", "batches"},
          Path(__file__).parents[2] / ".build/clients/debug/hostclient"))
