import Envelopes

extension Wire {
    /// The text on the pages that a new tab is placed by. A tab becomes one tab for each place where the text stands.
    package struct Anchor: Hashable, Sendable {
        /// The maximum length of the text, in characters.
        static let longest = 500

        /// The text to find.
        package var string: String
        package var units: Units?
        /// In ``units``; positive to the right.
        package var xOffset: Double?
        /// In ``units``; positive downward.
        package var yOffset: Double?
        package var alignment: Alignment?
        /// Whether the tab is left out if no document has the text; absent means false, which is an error then.
        package var ignoreIfNotPresent: Bool?
        /// Absent means false.
        package var caseSensitive: Bool?
        /// Absent means false.
        package var matchWholeWord: Bool?
        /// Whether the document may have more spaces than the text; absent means true.
        package var allowWhiteSpaceInCharacters: Bool?
        /// The places of the text, once the documents were searched. Not part of the request.
        package var places: [AnchorPlace]?

        /// The units of the offsets; absent means pixels.
        package enum Units: String, Hashable, Sendable, CaseIterable {
            case pixels, inches, mms, cms

            /// The length of one in points. The API has 72 pixels to an inch.
            var points: Double {
                switch self {
                case .pixels: 1
                case .inches: 72
                case .mms: 72 / 25.4
                case .cms: 72 / 2.54
                }
            }
        }

        /// Where the tab begins: at the text's left end, which is usual, or its right end.
        package enum Alignment: String, Hashable, Sendable, CaseIterable {
            case left, right
        }

        /// Returns `nil` if the object names no text.
        init?(_ reader: WireReader) throws {
            guard let string = try reader.name("anchorString") else {
                try reader.ignore("anchorUnits", unless: "pixels")
                return nil
            }
            guard string.contains(where: { !$0.isWhitespace }) else {
                throw reader.refusal("anchorString", "is blank")
            }
            guard string.count <= Self.longest else {
                throw reader.refusal("anchorString", "has more than \(Self.longest) characters")
            }
            self.string = string
            units = try Self.choice("anchorUnits", reader)
            xOffset = try reader.number("anchorXOffset")
            yOffset = try reader.number("anchorYOffset")
            alignment = try Self.choice("anchorHorizontalAlignment", reader)
            ignoreIfNotPresent = try reader.flag("anchorIgnoreIfNotPresent")
            caseSensitive = try reader.flag("anchorCaseSensitive")
            matchWholeWord = try reader.flag("anchorMatchWholeWord")
            allowWhiteSpaceInCharacters = try reader.flag("anchorAllowWhiteSpaceInCharacters")
            try reader.ignore(texts: ["anchorTabProcessorVersion"])
        }

        private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
            _ key: WireKey, _ reader: WireReader
        ) throws -> Choice? {
            guard let text = try reader.name(key) else { return nil }
            guard let choice = Choice(rawValue: text.lowercased()) else {
                throw reader.refusal(
                    key, "can only be " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
            }
            return choice
        }

        func write(to writer: inout WireWriter) throws {
            try writer.text("anchorString", string)
            try writer.text("anchorUnits", units?.rawValue)
            try writer.number("anchorXOffset", xOffset)
            try writer.number("anchorYOffset", yOffset)
            try writer.text("anchorHorizontalAlignment", alignment?.rawValue)
            try writer.flag("anchorIgnoreIfNotPresent", ignoreIfNotPresent)
            try writer.flag("anchorCaseSensitive", caseSensitive)
            try writer.flag("anchorMatchWholeWord", matchWholeWord)
            try writer.flag("anchorAllowWhiteSpaceInCharacters", allowWhiteSpaceInCharacters)
        }
    }
}

/// A place where an anchor's text stands.
package struct AnchorPlace: Hashable, Sendable {
    package var documentID: DocumentID
    /// From 1.
    package var page: Int
    package var pageSize: PageSize
    /// The box of the text in the line in which it begins.
    package var first: TabFrame
    /// The box of the text in the line in which it ends.
    package var last: TabFrame

    package init(documentID: DocumentID, page: Int, pageSize: PageSize, first: TabFrame, last: TabFrame) {
        self.documentID = documentID
        self.page = page
        self.pageSize = pageSize
        self.first = first
        self.last = last
    }
}

extension WireMember {
    /// The members about the text that places a tab.
    static func anchor(_ path: Path<Wire.Anchor?>) -> Self {
        Self {
            $1[keyPath: path] = try Wire.Anchor($0)
        } write: {
            try $0[keyPath: path]?.write(to: &$1)
        }
    }
}
