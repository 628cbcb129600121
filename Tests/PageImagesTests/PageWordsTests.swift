import Foundation
import Testing

@testable import PageImages

@Suite("Words from characters")
struct PageWordsTests {
    private let crop = CGRect(x: 10, y: 20, width: 200, height: 400)

    @Test(
        "A box has the place that the reader sees, in any rotation",
        arguments: [
            (0, CGRect(x: 20, y: 350, width: 40, height: 12)), (90, CGRect(x: 38, y: 20, width: 12, height: 40)),
            (180, CGRect(x: 140, y: 38, width: 40, height: 12)), (270, CGRect(x: 350, y: 140, width: 12, height: 40)),
            (-90, CGRect(x: 350, y: 140, width: 12, height: 40)), (360, CGRect(x: 20, y: 350, width: 40, height: 12)),
        ])
    func turned(_ rotation: Int, _ seen: CGRect) {
        let box = CGRect(x: 30, y: 58, width: 40, height: 12)
        #expect(PageWords.seen(box, crop: crop, rotation: rotation) == seen)
    }

    @Test("Words end at spaces and lines, and lines are counted even without a mark")
    func words() {
        var characters: [PageWords.Placed] = []
        func add(_ text: String, y: Double) {
            for (index, character) in text.enumerated() {
                let box = CGRect(x: 10 + 6 * Double(index), y: y, width: 6, height: 10)
                characters.append(.init(text: character, box: box))
            }
        }
        add("To sign\n", y: 400)
        add("here", y: 380)
        add("now", y: 360)
        let words = PageWords.words(of: characters, crop: crop, rotation: 0)
        #expect(words.map(\.text) == ["To", "sign", "here", "now"])
        #expect(words.map(\.line) == [0, 0, 1, 2])
        #expect(words.map(\.x) == [0, 18, 0, 0])
        #expect(words.map(\.width) == [12, 24, 24, 18])
        #expect(words.map(\.y) == [10, 10, 30, 50])
    }

    @Test(
        "A small and a large character side by side are one word, in any rotation",
        arguments: [0, 90, 180, 270])
    func sizes(rotation: Int) {
        // Along the line and across it: a large letter, a small one at its foot, and one of the next line.
        func placed(_ text: Character, along: Double, across: Double, size: Double) -> PageWords.Placed {
            let box =
                rotation % 180 == 0
                ? CGRect(x: 20 + along, y: 100 + across, width: size, height: size)
                : CGRect(x: 100 + across, y: 40 + along, width: size, height: size)
            return PageWords.Placed(text: text, box: box)
        }
        let large = placed("A", along: 0, across: 0, size: 20)
        let small = placed("a", along: 20, across: 0, size: 4)
        let next = placed("b", along: 0, across: 40, size: 4)
        for characters in [[large, small, next], [small, large, next]] {
            let words = PageWords.words(of: characters, crop: crop, rotation: rotation)
            #expect(words.map(\.text.count) == [2, 1])
            #expect(words.map(\.line) == [0, 1])
        }
    }
}
