/// A mistake in how the program was called, and what to do about it.
struct UsageError: Error, Equatable {
    var problem: String
    var advice: String

    init(_ problem: String, _ advice: String) {
        self.problem = problem
        self.advice = advice
    }
}

enum Usage {
    static let help = """
        usage: feed [options] [FILE | URL | -]

        Displays a long text in the terminal, loading it page by page, and shows what RangeCore
        does.
        Without FILE or URL it reads the sources of this package.

          FILE              a text file of any size; read only as far as you scroll
          -                 standard input, as in "git log | feed -"; a pipe needs no "-". What comes
                            is copied to a temporary file, which has no name and is gone at the end
          URL               an http(s) address that replies to ?page=N&page_size=M with
                            {"total_pages", "total_items", "items": [{"id", "title", "body"}]};
                            Examples/Server/server.py is an example

        options:
          --script FILE     play the script in FILE ("-": standard input), and print one line per
                            update
          --latency S       extra delay per page in seconds, varied by ±50 % (default 0.3 in scripts
                            and for the sources of this package, otherwise 0)
          --fail-rate P     fraction of requests that fail, 0 … 1 (default 0)
          --page-size N     items per page, 1 … 1000 (default 50)
          --pages N         pages to hold, 1 … 1000000 (default 64); those that are furthest away are
                            dropped, except around the screen, and loaded again when you come back
          --seed N          random seed of latencies, failures and retries (default 1)
          --record FILE     record what the list is told, for "swift run replay FILE"
          --help            this text

        keys:
          ↑ ↓ k j           a row                 ?     help, with the legend
          PgUp PgDn space   a screen              v     show the rows around a smaller viewport
          Home End g G      start and end         m     a memory warning; again: back to normal
          :N  N%            item N; N % of all    + -   load more or fewer screens ahead
          /TEXT  n N        search; next, last    t     try a failed page again now
          wheel, click      three rows; there     r     reset, from page 1
          Esc               stop searching        q Ctrl-C  quit

        End, :N and N% count the lines of a file without loading them, and load what is there. A source
        that does not tell its total is loaded up to there. /text finds capitals too, /Text only that.

        The gutter next to a row shows its state:  █ visible  ▓ display  ▒ preload  (# + - in ASCII);
        so does the scroll bar for all rows that are loaded. Text is loaded in the preload range and
        laid out in the display range, and dropped when a row leaves it. NO_COLOR is honored.

        Without a terminal, feed plays a built-in script: a slow scroll, a fling down, a reversal, a
        jump to the end.

        script, one step per line (# begins a comment):
          size COLUMNS ROWS         the terminal (default 80 24); the text has four columns fewer
          pace MS                   the time between updates of a scroll or fling (default 16)
          scroll ROWS [TIMES]       the user scrolls by ROWS, TIMES times (default 1)
          fling SPEED               the user flings at SPEED rows per second, down if positive
          jump start|end|INDEX [start|center|end|nearest]
                                    the program scrolls; to the last item if there is no INDEX yet;
                                    "end" follows as pages arrive
          wait MS                   lets time pass
          settle                    waits until no load or retry is pending, at most 60 s
          screens N                 screens to load ahead (default 2)
          memory normal|warning|critical
          hold, release             the user touches the list, and lets go
          retry                     tries a failed page again now
          reset                     reloads from page 1

        Each update is a line of words "key=value":
          t           virtual time in ms      by        the cause of the update: scroll, fling, jump, …
          offset      in ticks, 960 per row   moved     the correction that was applied, in ticks
          length      in ticks                mode, direction
          visible, display, preload           items, lower..<upper
          changes     [items:before>after …]  states as numbers: 1 + preload 2 + display 4 + visible 8
          tail        what is loaded at the end: idle, loading, failed or exhausted
          loading     requests in progress
          pages       pages held              items     held/known, + if there may be more
        The same script, source and options always print the same bytes.
        """
}
