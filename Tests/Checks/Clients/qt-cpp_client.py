"""The list of rangecore_qt.hpp as a client, in a program that `run` has built: see Qt/list_stage.cpp."""

import os

from stage import Pipe, main


class QtCppStage(Pipe):
    step = 1

    def __init__(self):
        super().__init__("qt-cpp", {"touch", "page", "fling", "resize", "resize_held", "batches"},
                         os.environ["LIST_STAGE"])

    async def shot(self, path):
        await self._call("shot", path)


if __name__ == "__main__":
    main(QtCppStage())
