#if canImport(CHarfBuzz)
    import Glyphs
    import Testing

    @testable import Typesetting

    @Suite("Lines that were shaped before")
    struct LineCacheTests {
        private func line(_ text: String) -> ShapedLine {
            ShapedLine(text: text, runs: [], advance: 1, inkTop: 0, inkBottom: 0, isRightToLeft: false)
        }

        @Test("They are found by their letters, style and direction")
        func found() {
            var cache = LineCache()
            let key = LineCache.Key("caf\u{E9}", .regular, .leftToRight)
            cache.keep(line("caf\u{E9}"), for: key)
            #expect(cache[key] == line("caf\u{E9}"))
            #expect(cache[LineCache.Key("cafe\u{301}", .regular, .leftToRight)] == nil)
            #expect(cache[LineCache.Key("caf\u{E9}", .bold, .leftToRight)] == nil)
            #expect(cache[LineCache.Key("caf\u{E9}", .regular, .automatic)] == nil)
        }

        @Test("Long ones are not kept, and all together not more than a limit")
        func limited() {
            var cache = LineCache()
            let long = String(repeating: "a", count: LineCache.longest + 1)
            cache.keep(line(long), for: LineCache.Key(long, .regular, .automatic))
            #expect(cache[LineCache.Key(long, .regular, .automatic)] == nil)
            let texts = (0...LineCache.most / 100).map { number in
                let digits = String(number)
                return digits + String(repeating: "a", count: 100 - digits.count)
            }
            for text in texts { cache.keep(line(text), for: LineCache.Key(text, .regular, .automatic)) }
            #expect(texts.count { cache[LineCache.Key($0, .regular, .automatic)] != nil } < texts.count)
            #expect(cache[LineCache.Key(texts[texts.count - 1], .regular, .automatic)] != nil)
        }

        @Test("A line is shaped the same, the first and the second time")
        func same() throws {
            let typesetter = try #require(HarfBuzzTypesetter(withoutHandwriting: FontOrder()))
            for text in ["Office AV", "caf\u{E9}", "cafe\u{301}", "שלום 12"] {
                let first = try typesetter.line(text, isBold: false, direction: .automatic)
                let second = try typesetter.line(text, isBold: false, direction: .automatic)
                #expect(first == second && Array(second.text.utf8) == Array(text.utf8))
            }
        }
    }
#endif
