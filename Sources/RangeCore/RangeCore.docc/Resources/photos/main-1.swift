let feed = try Feed((0..<100_000).map { Photo(id: $0) })
feed.host.scroll(toItem: 50_000, at: .start)
for row in feed.scrollView.screen.prefix(3) { print(row) }
// prints:
// 0: Photo 50000
// 28: Photo 50001, a mountain at dawn
// 56: Photo 50002, a mountain at dawn, a mountain at dawn
