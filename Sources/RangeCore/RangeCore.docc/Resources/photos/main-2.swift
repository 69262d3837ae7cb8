let feed = try Feed((0..<100_000).map { Photo(id: $0) })
feed.host.scroll(toItem: 50_000, at: .start)
try await Task.sleep(for: .milliseconds(200))
for row in feed.scrollView.screen { print(row) }
// prints:
// 0: Photo 50000
// 228: Photo 50001, a mountain at dawn
// 456: Photo 50002, a mountain at dawn, a mountain at dawn
