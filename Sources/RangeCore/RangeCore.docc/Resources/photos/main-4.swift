let feed = try Feed([])
feed.fetchBatches()
feed.host.update()
while feed.photos.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
feed.host.scroll(toItem: 5, at: .start)
print(feed.photos[0].id, feed.scrollView.screen[0])
try feed.insert([Photo(id: 47), Photo(id: 46)])
print(feed.photos[0].id, feed.scrollView.screen[0])
try await feed.refresh()
print(feed.photos[0].id, feed.scrollView.screen[0])
// prints:
// 45 0: Photo 40
// 47 0: Photo 40
// 45 0: Photo 40
