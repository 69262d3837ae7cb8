let feed = try Feed((0..<100).map { Photo(id: $0) })
let carousel = feed.host.view(ofItem: 5)?.carousel
print(carousel?.screen[0] ?? "")
carousel?.drag(to: 40)
print(carousel?.screen[0] ?? "")
feed.list.configure { $0.memoryPressure = .critical }
feed.host.update()
// prints:
// 0: Photo 5001, a mountain at dawn
// -12: Photo 5002, a mountain at dawn, a mountain at dawn
