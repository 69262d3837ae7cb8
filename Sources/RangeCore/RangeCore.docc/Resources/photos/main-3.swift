let feed = try Feed([])
feed.fetchBatches()
while feed.list.lastUpdate?.tail.reason != .exhausted {
    feed.scrollView.drag(
        to: max(0, feed.scrollView.contentLength - feed.scrollView.length))
    try await Task.sleep(for: .milliseconds(20))
}
print(feed.photos.count, "photos")
// prints:
// 45 photos
