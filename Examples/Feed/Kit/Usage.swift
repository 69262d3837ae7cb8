/// What is wrong with how the program was called, and what to do next.
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
        usage: feed [options] [FILE | URL]

        Reads something long on the terminal, page by page, and shows how RangeCore sees it.
        Without FILE or URL it reads the sources of this package.

          FILE              a text file of any size; it is read as far as you scroll
          URL               an http(s) address that answers ?page=N&page_size=M with
                            {"total_pages", "total_items", "items": [{"id", "title", "body"}]};
                            Examples/Server/server.py is one

        options:
          --script FILE     play the script in FILE ("-" is standard input), print a line an update
          --latency S       seconds until a page is there, on top of what the source takes (0.3 in
                            scripts and for the sources of this package, else 0); a request takes
                            from half to one and a half of it
          --fail-rate P     how many of the requests fail, 0 … 1 (0)
          --page-size N     items a page, 1 … 1000 (50)
          --seed N          what latency, failures and retries are drawn from (1)
          --help            this text

        keys:
          ↑ ↓ k j           a row                 + -   more or fewer leading screens
          PgUp PgDn space   a screen              m     a memory warning; again: back to normal
          Home End g G      the ends; End follows a source that still loads
          wheel             three rows            v     show the rows around a smaller viewport
          r                 reset, from page 1    t     try a failed page again now
          q Ctrl-C          quit

        The gutter beside a row shows its state:  █ visible  ▓ display  ▒ preload  (# + - in ASCII);
        the column at the right edge shows the same for the screens around this one. Only loaded
        rows have text, only displayed ones are laid out: both are dropped when they leave.

        Without a terminal, feed plays a built-in script: a slow scroll, a fling down, a reversal, a
        jump to the end.

        script, one step a line (# begins a comment):
          size COLUMNS ROWS         the terminal (80 24); the text has four columns less
          pace MS                   between two updates of a scroll or fling (16)
          scroll ROWS [TIMES]       the user scrolls by ROWS, TIMES times (1)
          fling SPEED               the user flings at SPEED rows a second, down if positive
          jump start|end|INDEX [start|center|end|nearest]
                                    the program scrolls, to the last item where there is no INDEX yet;
                            "end" follows as pages arrive
          wait MS                   lets time pass
          settle                    waits until nothing loads or is to be retried, at most 60 s
          screens N                 leading screens of the batch trigger (2)
          memory normal|warning|critical
          hold, release             the user touches the list, lets go
          retry                     tries a failed page again now
          reset                     from page 1

        Each update is a line of words "key=value":
          t           virtual time in ms      by        what made the update: scroll, fling, jump, …
          offset      in ticks, 960 a row     moved     the correction that was applied, in ticks
          length      in ticks                mode, direction
          visible, display, preload           items, lower..<upper
          changes     [items:before>after …]  states as numbers: 1 + preload 2 + display 4 + visible 8
          tail        yes, no or defer, and the reason
          pages, items                        loaded/total, ? where the total is unknown
        The same script, source and options give the same bytes.
        """
}
