#if canImport(CoreText)
    import CoreText
    import Foundation

    /// Sets text with Core Text in the device's fonts, by the same rules as on other systems: see ``ShownCharacter``.
    ///
    /// Core Text cannot extract parts of a font file, so embedded fonts are made from the outlines of the glyphs in
    /// use.
    public struct CoreTextTypesetter: Typesetter {
        /// The offered faces. Any face of the system works; its ``FontFace/id`` is its PostScript name.
        public let faces: [FontFace]
        private let regular: SharedFont
        private let bold: SharedFont
        /// Glyphs are always drawn and measured with the font that shaped them, never with one opened by its name.
        private let fonts = ShapingFonts<SharedFont>()

        /// At this size, coordinates are thousandths of the em.
        private static let size: CGFloat = 1000

        /// Opens no face yet: one that the system lacks shows when it is used.
        public init(faces: [FontFace] = [], order: FontOrder = FontOrder()) {
            self.faces = faces
            regular = SharedFont(Self.base(order, isBold: false))
            bold = SharedFont(Self.base(order, isBold: true))
        }

        /// A font may be used on several threads at once (Core Text Programming Guide, "Thread safety").
        private struct SharedFont: Hashable, @unchecked Sendable {
            let font: CTFont
            init(_ font: CTFont) { self.font = font }
        }

        /// Draws the text in the face with this PostScript name.
        ///
        /// - Throws: ``TypesettingError/unknownFace(_:)``, and ``TypesettingError/noGlyph(character:face:)`` if the
        ///   face lacks a character
        public func outline(of text: String, face: String) throws(TypesettingError) -> VectorPath {
            let isOffered = faces.contains { $0.id == face }
            guard isOffered || face == FontFace.anyScript.id else { throw .unknownFace(face) }
            let line = try shaped(text, font: isOffered ? Self.font(ofFace: face) : regular.font, direction: .automatic)
            if isOffered, line.runs.contains(where: { $0.font.path != face }) {
                throw .noGlyph(character: text.first ?? " ", face: face)
            }
            var elements: [VectorPath.Element] = []
            for run in line.runs {
                let font = try font(run.font)
                for glyph in run.clusters.flatMap(\.glyphs) {
                    elements += Self.elements(of: glyph.id, in: font, x: glyph.x, y: glyph.y)
                }
            }
            return VectorPath(elements)
        }

        /// Sets the line in the fonts of ``FontOrder``; Core Text replaces them where they lack a character.
        public func line(
            _ text: String, isBold: Bool, direction: TextDirection
        ) throws(TypesettingError) -> ShapedLine {
            try shaped(text, font: isBold ? bold.font : regular.font, direction: direction)
        }

        /// Makes a CFF font of the outlines, since Core Text gives no file. Codes follow the glyphs' numbers.
        ///
        /// - Throws: ``TypesettingError/subsetFailed(font:)``
        public func subset(of font: FontID, glyphs: Set<Int>) throws(TypesettingError) -> FontSubset {
            let opened = try self.font(font)
            let name = FontSubset.writtenName(font.path)
            let numbers = glyphs.sorted()
            var codes: [Int: UInt16] = [:]
            var widths: [Int: Double] = [:]
            var drawn = [CompactFontWriter.Glyph(elements: [], width: 500)]
            for (index, glyph) in numbers.enumerated() {
                guard let code = UInt16(exactly: index + 1) else { throw .subsetFailed(font: font.path) }
                codes[glyph] = code
                widths[glyph] = Self.width(of: glyph, in: opened)
                drawn.append(
                    .init(elements: Self.elements(of: glyph, in: opened, x: 0, y: 0), width: widths[glyph] ?? 0))
            }
            let writer = CompactFontWriter(postScriptName: name, glyphs: drawn)
            let box = CTFontGetBoundingBox(opened)
            return FontSubset(
                postScriptName: name, program: .compactFontFormat(Data(writer.bytes)), codes: codes, widths: widths,
                box: InkBox(left: box.minX, bottom: box.minY, right: box.maxX, top: box.maxY),
                ascender: CTFontGetAscent(opened), descender: -CTFontGetDescent(opened),
                capHeight: CTFontGetCapHeight(opened),
                italicAngle: CTFontGetSlantAngle(opened),
                isBold: CTFontGetSymbolicTraits(opened).contains(.traitBold))
        }

        // MARK: Fonts

        /// Returns the font that a line was shaped with.
        private func font(_ id: FontID) throws(TypesettingError) -> CTFont {
            guard let kept = fonts.font(id) else { throw .subsetFailed(font: id.path) }
            return kept.font
        }

        /// Returns the font of a selected face. Core Text substitutes another font if none has that name.
        private static func font(ofFace face: String) throws(TypesettingError) -> CTFont {
            let font = CTFontCreateWithName(face as CFString, size, nil)
            guard CTFontCopyPostScriptName(font) as String == face else { throw .unknownFace(face) }
            return font
        }

        /// Returns the system's font with the configured families as its cascade; the system's own cascade follows.
        private static func base(_ order: FontOrder, isBold: Bool) -> CTFont {
            let cascade = order.families.map { family in
                CTFontDescriptorCreateWithAttributes([kCTFontFamilyNameAttribute: family] as CFDictionary)
            }
            let kind: CTFontUIFontType = isBold ? .emphasizedSystem : .system
            let system =
                CTFontCreateUIFontForLanguage(kind, size, nil)
                ?? CTFontCreateWithName("Helvetica" as CFString, size, nil)
            let descriptor = CTFontDescriptorCreateCopyWithAttributes(
                CTFontCopyFontDescriptor(system), [kCTFontCascadeListAttribute: cascade] as CFDictionary)
            return CTFontCreateWithFontDescriptor(descriptor, size, nil)
        }

        // MARK: Shaping

        private func shaped(
            _ text: String, font: CTFont, direction: TextDirection
        ) throws(TypesettingError) -> ShapedLine {
            if let character = text.first(where: { !ShownCharacter.isAllowed($0) }) {
                throw .noFont(character: character)
            }
            let attributes: [NSAttributedString.Key: Any] = [
                NSAttributedString.Key(kCTFontAttributeName as String): font,
                NSAttributedString.Key(kCTParagraphStyleAttributeName as String): Self.style(direction),
            ]
            let line = CTLineCreateWithAttributedString(NSAttributedString(string: text, attributes: attributes))
            let runs = (CTLineGetGlyphRuns(line) as? [CTRun]) ?? []
            let units = Array(text.utf16)
            let starts = Set(runs.flatMap(Self.indices)).sorted() + [units.count]
            let ends = Dictionary(zip(starts, starts.dropFirst())) { first, _ in first }
            var shaped: [ShapedLine.Run] = []
            for run in runs { shaped.append(try self.run(run, units, ends)) }
            let ink = CTLineGetImageBounds(line, nil)
            let isRightToLeft =
                direction == .rightToLeft
                || (direction == .automatic && CTLineGetStringRange(line).length > 0
                    && Self.startsRightToLeft(text))
            return ShapedLine(
                text: text, runs: shaped, advance: CTLineGetTypographicBounds(line, nil, nil, nil),
                inkTop: ink.isNull ? 0 : max(0, ink.maxY), inkBottom: ink.isNull ? 0 : min(0, ink.minY),
                isRightToLeft: isRightToLeft)
        }

        private func run(
            _ run: CTRun, _ units: [UInt16], _ ends: [Int: Int]
        ) throws(TypesettingError) -> ShapedLine.Run {
            guard let font = Self.font(of: run) else { throw .subsetFailed(font: "unknown") }
            let name = CTFontCopyPostScriptName(font) as String
            let count = CTRunGetGlyphCount(run)
            let all = CFRange(location: 0, length: 0)
            var glyphs = [CGGlyph](repeating: 0, count: count)
            var positions = [CGPoint](repeating: .zero, count: count)
            var advances = [CGSize](repeating: .zero, count: count)
            CTRunGetGlyphs(run, all, &glyphs)
            CTRunGetPositions(run, all, &positions)
            CTRunGetAdvances(run, all, &advances)
            let indices = Self.indices(of: run)
            var clusters: [ShapedLine.Cluster] = []
            var next = 0
            while next < count {
                let start = indices[next]
                let text = String(decoding: units[start..<max(start, ends[start] ?? start)], as: UTF16.self)
                let left = positions[next].x
                var members: [ShapedLine.Glyph] = []
                var right = left
                while next < count, indices[next] == start {
                    guard glyphs[next] != 0, !name.hasSuffix("LastResort") else {
                        throw .noFont(character: text.first ?? "\u{FFFD}")
                    }
                    let glyph = Int(glyphs[next])
                    members.append(
                        ShapedLine.Glyph(
                            id: glyph, x: positions[next].x, y: positions[next].y,
                            width: Self.width(of: glyph, in: font), text: nil))
                    right = max(right, positions[next].x + advances[next].width)
                    next += 1
                }
                let cluster = ShapedLine.Cluster(text: text, glyphs: members, x: left, advance: right - left)
                // A color glyph has no outline, and would leave a gap in the document.
                guard !cluster.needsInk || members.contains(where: { Self.hasInk($0.id, in: font) }) else {
                    throw .noFont(character: text.first ?? "\u{FFFD}")
                }
                clusters.append(cluster)
            }
            return ShapedLine.Run(
                font: fonts.id(of: SharedFont(font), named: name),
                isRightToLeft: CTRunGetStatus(run).contains(.rightToLeft), clusters: clusters, blank: nil)
        }

        private static func font(of run: CTRun) -> CTFont? {
            let attributes = CTRunGetAttributes(run) as NSDictionary
            guard let value = attributes[kCTFontAttributeName] as CFTypeRef?, CFGetTypeID(value) == CTFontGetTypeID()
            else {
                return nil
            }
            return unsafeDowncast(value, to: CTFont.self)
        }

        private static func indices(of run: CTRun) -> [Int] {
            var indices = [CFIndex](repeating: 0, count: CTRunGetGlyphCount(run))
            CTRunGetStringIndices(run, CFRange(location: 0, length: 0), &indices)
            return indices
        }

        private static func style(_ direction: TextDirection) -> CTParagraphStyle {
            let wanted: CTWritingDirection =
                switch direction {
                case .automatic: .natural
                case .leftToRight: .leftToRight
                case .rightToLeft: .rightToLeft
                }
            return withUnsafePointer(to: wanted) { value in
                var setting = CTParagraphStyleSetting(
                    spec: .baseWritingDirection, valueSize: MemoryLayout<CTWritingDirection>.size, value: value)
                return CTParagraphStyleCreate(&setting, 1)
            }
        }

        private static func startsRightToLeft(_ text: String) -> Bool {
            let letter = text.unicodeScalars.first { $0.properties.isAlphabetic }
            return letter.map { (0x590...0x8FF).contains($0.value) } ?? false
        }
    }
#endif
