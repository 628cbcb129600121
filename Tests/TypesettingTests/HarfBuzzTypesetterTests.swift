import Foundation
import Testing

@testable import Typesetting

@Suite("Typesetting with HarfBuzz")
struct HarfBuzzTypesetterTests {
    let typesetter: HarfBuzzTypesetter

    init() throws {
        typesetter = try HarfBuzzTypesetter()
    }

    @Test("Every handwriting face draws western European names", arguments: HandwritingFace.all)
    func drawsNames(face: FontFace) throws {
        for name in ["María Fernández", "Søren Ødegård", "Zoë Çelik-Weiß", "O'Brien & Sons, Ltd. (2)"] {
            let outline = try typesetter.outline(of: name, face: face.id)
            let bounds = try #require(outline.bounds)
            #expect(bounds.right - bounds.left > 1000)
            #expect(bounds.top - bounds.bottom > 300 && bounds.top - bounds.bottom < 3000)
            #expect(bounds.bottom < 0)
        }
    }

    @Test("The same text gives the same path, with at most two decimals", arguments: HandwritingFace.all)
    func isDeterministic(face: FontFace) throws {
        let first = try typesetter.outline(of: "Tiffany Vale", face: face.id)
        let second = try HarfBuzzTypesetter().outline(of: "Tiffany Vale", face: face.id)
        #expect(first == second)
        for element in first.elements {
            let numbers: [Double] =
                switch element {
                case .move(let x, let y), .line(let x, let y): [x, y]
                case .curve(let x1, let y1, let x2, let y2, let x, let y): [x1, y1, x2, y2, x, y]
                case .close: []
                }
            for number in numbers {
                #expect(abs(number * 100 - (number * 100).rounded()) < 1e-6)
            }
        }
    }

    @Test("Every contour starts with a move and ends with a close", arguments: HandwritingFace.all)
    func contoursAreClosed(face: FontFace) throws {
        var isOpen = false
        for element in try typesetter.outline(of: "Balthazar Quixote", face: face.id).elements {
            switch element {
            case .move:
                #expect(!isOpen)
                isOpen = true
            case .close:
                #expect(isOpen)
                isOpen = false
            default: #expect(isOpen)
            }
        }
        #expect(!isOpen)
    }

    @Test("A character that a face lacks is named", arguments: ["漢", "Ж", "😀", "\t", "\u{0}"])
    func namesMissingCharacters(character: Character) throws {
        let error = #expect(throws: TypesettingError.self) {
            try typesetter.outline(of: "Ann \(character)", face: HandwritingFace.dancingScript.id)
        }
        #expect(error == .noGlyph(character: character, face: "Dancing Script"))
        let code = try #require(character.unicodeScalars.first?.value)
        #expect("\(try #require(error))".contains(String(code, radix: 16, uppercase: true)))
        #expect(typesetter.unshowableCharacter(in: "a\(character)", face: "kristi") == character)
    }

    @Test("Kerning brings glyphs closer than their widths alone")
    func kerns() throws {
        let face = HandwritingFace.kaushanScript.id
        // Where the last letter begins: its right edge in the line, less the one it has alone.
        func start(ofLast letters: String) throws -> Double {
            let last = try #require(letters.last)
            let all = try #require(try typesetter.outline(of: letters, face: face).bounds)
            return all.right - (try #require(try typesetter.outline(of: String(last), face: face).bounds).right)
        }
        #expect(try start(ofLast: "AVA") != start(ofLast: "AA") + start(ofLast: "VV"))
    }

    @Test("Composed and decomposed letters give one path")
    func normalises() throws {
        let face = HandwritingFace.dancingScript.id
        let composed = try typesetter.outline(of: "\u{E9}", face: face)
        let decomposed = try typesetter.outline(of: "e\u{301}", face: face)
        #expect(composed == decomposed)
    }

    @Test("An empty text has no path, and a space has a width but no path")
    func emptyText() throws {
        #expect(try typesetter.outline(of: "", face: "kristi").elements.isEmpty)
        let space = try typesetter.outline(of: " ", face: "kristi")
        #expect(space.elements.isEmpty && space.bounds == nil)
        let apart = try #require(try typesetter.outline(of: "l l", face: "kristi").bounds)
        let together = try #require(try typesetter.outline(of: "ll", face: "kristi").bounds)
        #expect(apart.right > together.right)
    }

    @Test("A text over the limit and a face that was not opened are refused")
    func refusesOthers() {
        #expect(throws: TypesettingError.textTooLong(limit: HarfBuzzTypesetter.longestText)) {
            try typesetter.outline(of: String(repeating: "a", count: 201), face: "kristi")
        }
        #expect(throws: TypesettingError.unknownFace("comic")) {
            try typesetter.outline(of: "a", face: "comic")
        }
    }
}

@Suite("Fonts on this machine")
struct FontLocationsTests {
    @Test("A missing font is named with its Debian package")
    func missingFont() throws {
        let locations = FontLocations(directories: ["/nowhere"], includesPackages: false)
        let error = #expect(throws: TypesettingError.self) { try HarfBuzzTypesetter(locations: locations) }
        let sentence = "\(try #require(error))"
        #expect(sentence.contains("fonts-dancingscript") && sentence.contains("/nowhere"))
    }

    @Test("A configured directory comes before the package's")
    func ownDirectory() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("fonts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appendingPathComponent("Kristi.ttf").path
        try Data("no font".utf8).write(to: URL(fileURLWithPath: path))
        let locations = FontLocations(directories: [directory.path])
        #expect(try locations.path(of: HandwritingFace.kristi) == path)
        #expect(throws: TypesettingError.fontUnreadable(face: "Kristi", path: path)) {
            try HarfBuzzTypesetter(faces: [HandwritingFace.kristi], locations: locations)
        }
    }
}
