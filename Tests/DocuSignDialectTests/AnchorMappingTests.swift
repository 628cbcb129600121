import Envelopes
import Essentials
import Foundation
import Testing

@testable import DocuSignDialect

@Suite("Tabs that a text places")
struct AnchorMappingTests {
    /// A text 40 points wide, with its lower edge 110 points from the top of a page of 612 × 792 points.
    private static func place(
        _ document: DocumentID = "1", page: Int = 1, x: Double = 200, last: TabFrame? = nil
    ) -> AnchorPlace {
        let box = TabFrame(x: x, y: 100, width: 40, height: 10)
        return AnchorPlace(
            documentID: document, page: page, pageSize: Samples.letter, first: box, last: last ?? box)
    }

    /// The tabs of the only signer.
    private static func tabs(
        _ list: String = "textTabs", _ members: [String: Any], at places: [AnchorPlace] = [place()]
    ) throws -> [EnvelopeTab] {
        var tab = members
        tab["anchorString"] = tab["anchorString"] ?? "/t/"
        var wire = try Samples.decode(Samples.body("recipients.signers.0.tabs", [list: [tab]]))
        try wire.recipients?.changeAnchors(at: "recipients") { anchor, use in
            anchor.places = try use.places(of: anchor, among: places)
        }
        let documents = try wire.receivedDocuments().map { $0.document(pages: [Samples.letter, Samples.letter]) }
        return try wire.definition(
            accountID: "a-1", sender: Samples.sender, documents: documents, newTabID: { TabID(UUID()) }
        ).tabs
    }

    private static func corner(
        _ list: String = "textTabs", _ members: [String: Any], at place: AnchorPlace = place()
    ) throws -> [Double] {
        let tab = try #require(try tabs(list, members, at: [place]).first)
        return [tab.frame.x, tab.frame.y]
    }

    @Test("Signatures and initials stand on the text's lower edge, and other tabs begin there")
    func origin() throws {
        #expect(try Self.corner("signHereTabs", [:]) == [200, 74])
        #expect(try Self.corner("initialHereTabs", ["scaleValue": "0.5"]) == [200, 92])
        for list in ["textTabs", "dateSignedTabs", "checkboxTabs", "fullNameTabs", "listTabs"] {
            let members: [String: Any] = list == "listTabs" ? ["listItems": [["text": "A"]]] : [:]
            #expect(try Self.corner(list, members) == [200, 110], "\(list)")
        }
    }

    @Test(
        "Offsets count in the units of the request",
        arguments: [
            (nil, 10.0, -5.0), ("pixels", 10, -5), ("INCHES", 720, -360), ("mms", 28.346, -14.173),
            ("cms", 283.464, -141.732),
        ])
    func units(units: String?, x: Double, y: Double) throws {
        var members: [String: Any] = ["anchorXOffset": "10", "anchorYOffset": "-5", "width": "10"]
        members["anchorUnits"] = units
        if units == "INCHES" { members["anchorXOffset"] = "1" }
        let corner = try Self.corner(members: members)
        let moved = units == "INCHES" ? 72 : x
        #expect(abs(corner[0] - 200 - moved) < 0.002)
        #expect(abs(corner[1] - max(0, 110 + y)) < 0.002)
    }

    private static func corner(members: [String: Any]) throws -> [Double] { try corner("textTabs", members) }

    @Test("Alignment to the right begins at the text's end, in the line where it ends")
    func alignment() throws {
        #expect(try Self.corner("textTabs", ["anchorHorizontalAlignment": "right"]) == [240, 110])
        let broken = Self.place(last: TabFrame(x: 72, y: 120, width: 30, height: 10))
        #expect(try Self.corner("textTabs", ["anchorHorizontalAlignment": "right"], at: broken) == [102, 130])
        #expect(try Self.corner("textTabs", ["anchorHorizontalAlignment": "left"], at: broken) == [200, 110])
    }

    @Test("A tab that would reach over an edge is moved onto the page")
    func edges() throws {
        #expect(try Self.corner("textTabs", [:], at: Self.place(x: 600)) == [452, 110])
        #expect(try Self.corner("textTabs", ["anchorYOffset": "-300"]) == [200, 0])
        #expect(try Self.corner("textTabs", ["anchorYOffset": "3000"]) == [200, 774])
    }

    @Test("An offset that leads beyond the left or right edge is refused", arguments: ["-201", "413"])
    func offPage(offset: String) throws {
        let error = #expect(throws: APIError.self) { try Self.tabs(["anchorXOffset": offset]) }
        #expect(error?.errorCode == "Invalid_User_Offset" && error?.status == 400)
        #expect(error?.message.contains("recipients.signers[0].tabs.textTabs[0].anchorXOffset") == true)
    }

    private static func tabs(_ members: [String: Any], at places: [AnchorPlace] = [place()]) throws -> [EnvelopeTab] {
        try tabs("textTabs", members, at: places)
    }

    @Test("A tab stands at every place of its text, with one label and different ids")
    func everyPlace() throws {
        let places = [Self.place(), Self.place(page: 2), Self.place("2")]
        let tabs = try Self.tabs(["tabLabel": "Town", "value": "Ghent"], at: places)
        #expect(tabs.map(\.page) == [1, 2, 1] && tabs.map(\.documentID) == ["1", "1", "2"])
        #expect(Set(tabs.map(\.id)).count == 3 && Set(tabs.map(\.label)) == ["Town"])
        #expect(tabs.allSatisfy { $0.value == "Ghent" })
        #expect(try Self.tabs(["documentId": "2"], at: places).map(\.documentID) == ["1", "1", "2"])
    }

    @Test("A text that is not found is refused by its place, or its tab left out")
    func absent() throws {
        let error = #expect(throws: APIError.self) { try Self.tabs([:], at: []) }
        #expect(error?.errorCode == "ANCHOR_TAB_STRING_NOT_FOUND" && error?.status == 400)
        #expect(
            error?.message == "recipients.signers[0].tabs.textTabs[0].anchorString: the text “/t/” is in no document.")
        #expect(try Self.tabs(["anchorIgnoreIfNotPresent": "true"], at: []).isEmpty)
    }

    @Test("A recipient's anchors find nothing in documents that they are not to see")
    func excluded() throws {
        var wire = try Samples.decode(
            Samples.body(
                "recipients.signers.0",
                [
                    "recipientId": "1", "name": "Bo", "email": "bo@example.org", "excludedDocuments": ["2"],
                    "tabs": ["signHereTabs": [["anchorString": "/s/"]]],
                ]))
        var found: [DocumentID] = []
        try wire.recipients?.changeAnchors(at: "recipients") { anchor, use in
            found = try use.places(of: anchor, among: [Self.place(), Self.place("2")]).map(\.documentID)
        }
        #expect(found == ["1"])
    }

    @Test("A radio button has one place, and is left out where its text is missing")
    func radio() throws {
        func tabs(_ count: Int, ignoring: Bool = false) throws -> [EnvelopeTab] {
            let group: [String: Any] = [
                "groupName": "g",
                "radios": [
                    ["value": "a", "anchorString": "/a/", "anchorIgnoreIfNotPresent": "\(ignoring)"],
                    ["value": "b", "pageNumber": "2", "xPosition": "10", "yPosition": "20"],
                ], "documentId": "1",
            ]
            var wire = try Samples.decode(Samples.body("recipients.signers.0.tabs", ["radioGroupTabs": [group]]))
            try wire.recipients?.changeAnchors(at: "recipients") { anchor, use in
                anchor.places = try use.places(of: anchor, among: Array(repeating: Self.place(), count: count))
            }
            return try wire.definition(
                accountID: "a-1", sender: Samples.sender, documents: [], newTabID: { TabID(UUID()) }
            ).tabs
        }
        #expect(try tabs(1).map(\.frame.x) == [200, 10] && tabs(1).map(\.frame.y) == [110, 20])
        #expect(try tabs(0, ignoring: true).map(\.label) == ["b"])
        #expect(throws: APIError.self) { try tabs(0) }
        let error = #expect(throws: APIError.self) { try tabs(2) }
        #expect(error?.message.contains("radioGroupTabs[0].radios[0].anchorString") == true)
    }

    @Test(
        "A bad member of an anchor is refused by name",
        arguments: [
            ("anchorUnits", "feet"), ("anchorHorizontalAlignment", "middle"), ("anchorXOffset", "far"),
            ("anchorCaseSensitive", "perhaps"), ("anchorString", "  "),
            ("anchorString", String(repeating: "x", count: 501)),
        ])
    func bad(member: String, value: String) throws {
        let error = #expect(throws: APIError.self) { try Self.tabs([member: value]) }
        #expect(error?.message.contains(member) == true)
    }

    @Test("Members without an effect beside an anchor are named")
    func ignored() throws {
        let tab: [String: Any] = [
            "anchorString": "/t/", "pageNumber": "1", "xPosition": "10", "yPosition": "0",
            "anchorTabProcessorVersion": "v1_3", "anchorUnits": "pixels",
        ]
        let ignored = IgnoredMembers()
        let body = try JSONSerialization.data(
            withJSONObject: Samples.body("recipients.signers.0.tabs", ["textTabs": [tab]]))
        _ = try Wire.decode(Wire.EnvelopeDefinition.self, from: body, noting: ignored)
        #expect(
            Set(ignored.places.map { String($0.split(separator: ".").last ?? "") })
                == ["pageNumber", "xPosition", "anchorTabProcessorVersion"])
    }

    @Test("Without a search, an anchor is refused and not dropped")
    func unsearched() throws {
        let body = Samples.body("recipients.signers.0.tabs", ["textTabs": [["anchorString": "/t/"]]])
        let error = #expect(throws: APIError.self) { try Samples.events(body) }
        #expect(error?.message.contains("textTabs[0].anchorString") == true)
    }

    @Test("A request with an anchor has a digest of its own")
    func digest() throws {
        func digest(_ text: String) throws -> BlobHash {
            try Samples.decode(
                Samples.body("recipients.signers.0.tabs", ["textTabs": [["anchorString": text]]])
            ).contentDigest()
        }
        #expect(try digest("/a/") == digest("/a/"))
        #expect(try digest("/a/") != digest("/b/"))
    }
}
