import Foundation

@testable import SignedPDF
@testable import TestSupport

/// A form with one field over the first page's text, which Ada signs, and what somebody does to it afterwards.
///
/// Tricks change both: what is prepared before the signature, and what comes later. Object 30 is the field, 50 to 59
/// are objects of the signed file, 60 to 69 later ones.
struct FormForgery {
    enum Kind: String, CaseIterable { case text, choice, checkbox, button }

    /// A field's entries and pictures at one time.
    struct State {
        var entries: [(key: String, value: String)] = []
        var objects: [(Int, String)] = []
        var form = ""

        subscript(key: String) -> String? {
            get { entries.first { $0.key == key }?.value }
            set {
                entries.removeAll { $0.key == key }
                if let newValue { entries.append((key, newValue)) }
            }
        }

        mutating func set(_ number: Int, _ object: String) {
            objects.removeAll { $0.0 == number }
            objects.append((number, object))
        }

        var field: String { entries.map { "/\($0.key)\($0.value)" }.joined() }
    }

    /// Over the first page's one line of text, which stands 72 points from the left on a baseline at 700.
    static let rect = "[60 692 360 716]"
    static let (width, height) = (300.0, 24.0)

    let kind: Kind
    /// What the field is filled in with.
    var value = "19"
    var before = State()
    var after = State()
    /// The field's new picture.
    var picture = Picture()
    /// The names of the tricks that were played.
    private(set) var tricks: [String] = []

    /// A picture in the making.
    struct Picture {
        var ground = ""
        var letters: String?
        var after = ""
        var font = "7 0 R"
        var resources = ""
        var box = "[0 0 300 24]"
        var entries = ""

        func stream(showing value: String) -> String {
            let letters = letters ?? "BT 0 g /F1 12 Tf 4 8 Td (\(value)) Tj ET"
            return Self.stream(
                "\(ground) /Tx BMC q \(letters) Q EMC \(self.after)", box: box,
                "\(entries)/Resources<</Font<</F1 \(font)>>\(resources)>>")
        }

        static func stream(_ content: String, box: String = "[0 0 300 24]", _ entries: String = "") -> String {
            "<</Type/XObject/Subtype/Form/BBox\(box)\(entries)/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
        }
    }

    init(_ kind: Kind) {
        self.kind = kind
        before["Rect"] = Self.rect
        before["T"] = "(City)"
        before["DA"] = "(/F1 12 Tf 0 g)"
        switch kind {
        case .text: before["FT"] = "/Tx"
        case .choice:
            before["FT"] = "/Ch"
            before["Ff"] = " 131072"
            before["Opt"] = "[(19)(1999)(100)]"
        case .checkbox:
            before["FT"] = "/Btn"
            before["Rect"] = "[60 692 84 716]"
            before["AP"] = "<</N<</On 51 0 R/Off 52 0 R>>>>"
            before["AS"] = "/Off"
            before["V"] = "/Off"
            let square = "0 G 1 w 0.5 0.5 23 23 re S"
            before.set(51, Picture.stream(square + " 2 w 4 12 m 10 5 l 20 20 l S", box: "[0 0 24 24]"))
            before.set(52, Picture.stream(square, box: "[0 0 24 24]"))
        case .button:
            before["FT"] = "/Btn"
            before["Ff"] = " 65536"
        }
    }

    /// Plays a trick.
    mutating func play(_ trick: Trick) {
        tricks.append(trick.name)
        trick.play(&self)
    }

    /// The field as it is filled in, by what was prepared and what came later.
    private var filled: State {
        var state = before
        state.objects = after.objects
        switch kind {
        case .text, .choice:
            state["V"] = "(\(value))"
            state["AP"] = "<</N 60 0 R>>"
            state.set(60, picture.stream(showing: value))
        case .checkbox:
            state["V"] = "/On"
            state["AS"] = "/On"
        case .button:
            state["AP"] = "<</N 60 0 R>>"
            var drawn = picture
            drawn.letters = picture.letters ?? "0 g 2 w 5 5 m 20 20 l 30 4 l S"
            state.set(60, drawn.stream(showing: ""))
        }
        for (key, value) in after.entries { state[key] = value.isEmpty ? nil : value }
        return state
    }

    // MARK: Files

    /// How the file goes on after it was filled in.
    enum Ending: String, CaseIterable { case open, signedLater, signedInBetween }

    /// - Parameters:
    ///   - level: Ada's certification.
    ///   - isLocked: Whether her signature closes the field.
    func files(level: Int?, isLocked: Bool, ending: Ending) async throws -> (scene: AttackScene, file: Data) {
        let scene = try await AttackScene(
            certified: level, fields: [before.field],
            objects: [(53, "<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>")] + before.objects,
            form: "/DR<</Font<</F1 7 0 R/ZaDb 53 0 R>>>>" + before.form,
            lock: isLocked ? "/Lock<</Type/SigFieldLock/Action/All>>" : "")
        let filling = [(30, AttackScene.field(filled.field))] + filled.objects
        switch ending {
        case .open: return (scene, try redrawn(scene.updated(filling)))
        case .signedLater:
            let signed = try await SignedFiles.signed(scene.updated(filling), field: "Later", by: scene.parties.ben)
            // Signing takes back what viewers were asked for before.
            return (scene, try redrawn(signed))
        case .signedInBetween:
            let signed = try await SignedFiles.signed(scene.file, field: "Later", by: scene.parties.ben)
            return (scene, try redrawn(SignedFiles.appending(filling, to: signed)))
        }
    }

    /// The file with what is added to the form.
    private func redrawn(_ file: Data) throws -> Data {
        guard !after.form.isEmpty else { return file }
        let form = try Self.form(of: file).replacing("/SigFlags 3", with: "/SigFlags 3\(after.form)")
        return try SignedFiles.appending([(22, form)], to: file)
    }

    /// The form's dictionary as a text.
    private static func form(of file: Data) throws -> String {
        let document = try PDFDocument(file)
        var writer = ObjectWriter()
        writer.write(try document.object(PDFReference(number: 22)))
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

/// Something that a forger does to a form, before it is signed or afterwards.
struct Trick: Sendable {
    let name: String
    let kinds: Set<FormForgery.Kind>
    let play: @Sendable (inout FormForgery) -> Void

    init(
        _ name: String, _ kinds: Set<FormForgery.Kind> = [.text, .choice],
        play: @escaping @Sendable (inout FormForgery) -> Void
    ) {
        self.name = name
        self.kinds = kinds
        self.play = play
    }
}
