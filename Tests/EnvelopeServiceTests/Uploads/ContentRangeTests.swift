import Testing

@testable import DeviceCalls

@Suite("Content ranges")
struct ContentRangeTests {
    @Test(
        "A range lies within the whole and may be one byte",
        arguments: [
            ("bytes 0-0/1", 0..<1, 1), ("bytes 0-0/3145728", 0..<1, 3_145_728), ("Bytes 5-5/6", 5..<6, 6),
            ("bytes  0-1048575/3145728", 0..<1_048_576, 3_145_728), ("bytes */7", nil, 7),
        ] as [(String, Range<Int>?, Int)])
    func ranges(text: String, bytes: Range<Int>?, total: Int) throws {
        let range = try #require(ContentRange(text))
        #expect(range.bytes == bytes && range.total == total)
    }

    @Test(
        "Any other text is refused",
        arguments: [
            "", "bytes", "bytes 0-0/0", "bytes */0", "bytes 0-1/1", "bytes 1-1/1", "bytes 5-4/9", "bytes -1/9",
            "bytes 0-/9", "bytes 0-1", "bytes 0-1/*", "bytes 0-1/9/9", "bytes 0-1-2/9", "items 0-1/9", "0-1/9",
            "bytes 0-1 /9", "bytes +0-1/9", "bytes 0-1/9999999999999999", "bytes 0-1/9 x",
        ])
    func others(text: String) { #expect(ContentRange(text) == nil) }
}
