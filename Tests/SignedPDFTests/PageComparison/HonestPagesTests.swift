#if os(Linux)
    import Foundation
    import PDFMutation
    import PageComparison
    import Testing

    @testable import TestSupport

    @testable import SignedPDF

    @Suite("Pages compared: honest signing and filling")
    struct HonestPagesTests {
        private let parties: SigningParties

        init() throws { parties = try SigningParties() }

        private func compared(_ file: Data) async throws -> ComparedFile {
            try await ComparedFile(file, trusting: parties.anchors)
        }

        private func signed(
            _ file: Data, _ signature: SignatureField, filling fields: [FormField] = [], by signer: SigningIdentity
        ) async throws -> Data {
            file
                + (try await PDFDocument(file).signedRevision(
                    signature, filling: fields, with: signer, at: SignedFiles.now))
        }

        private static let loop = VectorPath([
            .move(x: 0, y: 10), .curve(x1: 30, y1: 60, x2: 60, y2: -30, x: 90, y: 30), .line(x: 180, y: 12),
        ])

        /// One field of each kind; the text stands across the printed line of the first page.
        private static func fields(text: String, isChecked: Bool, chosen: Int?) -> [FormField] {
            let buttons = (0..<3).map {
                RadioWidget(
                    page: $0 == 2 ? 2 : 1, rect: PageRect(x: 300, y: 200 + 30 * Double($0), width: 16, height: 16),
                    value: "\($0)")
            }
            return [
                FormField(
                    name: "Town", page: 1, rect: PageRect(x: 72, y: 200, width: 150, height: 20), content: .text(text),
                    readOnly: false),
                FormField(
                    name: "Day", page: 2, rect: PageRect(x: 72, y: 200, width: 150, height: 20),
                    content: .date(text.isEmpty ? "" : "22 November 2026"), readOnly: false),
                FormField(
                    name: "Agree", page: 1, rect: PageRect(x: 72, y: 240, width: 14, height: 14),
                    content: .checkbox(isChecked), readOnly: false),
                FormField(
                    name: "Colour", page: 1, rect: buttons[0].rect, content: .radio(buttons, selected: chosen),
                    readOnly: false),
            ]
        }

        /// A page with a printed line under the text field, a box around the checkbox and a frame around the signature.
        private func form(_ fields: [FormField] = [], page: String = "") throws -> Data {
            let content =
                "BT /F1 12 Tf 72 700 Td (Page 1: the price is 100.) Tj ET 0.8 w 70 575 m 230 575 l S "
                + "70 536 18 18 re S 72 142 200 50 re S BT /F1 7 Tf 200 146 Td (Signature) Tj ET"
            let file = try SignedFiles.appending(
                [(4, SignedFiles.stream(content))] + (page.isEmpty ? [] : [(3, page)]), to: SignedFiles.agreement())
            return fields.isEmpty ? file : file + (try PDFDocument(file).update(adding: fields))
        }

        @Test("A second signature, with a name, a drawing or a picture, in its frame")
        func signatures() async throws {
            let image = try GeneratedPNG(
                colorType: 2, depth: 8, isInterlaced: false, hasTransparency: false, seed: 1
            ).data
            for appearance in [
                SignatureField.Appearance.typedName("Ben Bitdiddle", subtitle: ["ben@example.org", "Reason: agreed"]),
                .image(image), .drawing([.stroke(Self.loop, width: 5)], size: (180, 60), caption: ["Ben"]),
                .drawing(
                    [.stroke(Self.loop, width: 5, color: InkColor(red: 0.1, green: 0.2, blue: 0.7))], size: (180, 60),
                    caption: []), .invisible,
            ] {
                var file = try await signed(form(), SignatureField(name: "Ada"), by: parties.ada)
                let signature = SignatureField(
                    name: "Ben", page: 1, rect: PageRect(x: 72, y: 600, width: 200, height: 50),
                    appearance: appearance)
                file += try await PDFDocument(file).signedRevision(signature, with: parties.ben, at: SignedFiles.now)
                try await compared(file).expectNoDoubt(pages: 2)
            }
        }

        @Test(
            "Fields filled in by a second signer, changed by a third, on pages turned any way",
            arguments: [0, 90, 180, 270])
        func filled(degrees: Int) async throws {
            let page = AttackScene.page("/CropBox[20 30 600 780]/Rotate \(degrees)").replacingOccurrences(
                of: "7 0 R", with: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
            var file = try form(Self.fields(text: "", isChecked: false, chosen: nil), page: page)
            let fills = [
                [], Self.fields(text: "London", isChecked: true, chosen: 0),
                Self.fields(text: "Paris", isChecked: false, chosen: 2),
            ]
            for (index, fill) in fills.enumerated() {
                let rect = PageRect(x: 72, y: 300 + 60 * Double(index), width: 150, height: 40)
                let signature = SignatureField(
                    name: "S\(index)", page: 1, rect: rect, appearance: .typedName("Signer \(index)", subtitle: ["No"]))
                file = try await signed(file, signature, filling: fill, by: [parties.ada, parties.ben][index % 2])
            }
            try await compared(file).expectNoDoubt(pages: 4)
        }

        @Test("Initials drawn into a button of another program's")
        func initials() async throws {
            let scene = try await AttackScene(fields: ["/FT/Btn/Ff 65536/T(Initials)/Rect[72 690 172 720]"])
            let field = FormField(
                name: "Initials", page: 1, rect: PageRect(x: 0, y: 0, width: 9, height: 9),
                content: .drawing([.stroke(Self.loop, width: 4)], size: (180, 60)))
            let file = try await signed(
                scene.file, SignatureField(name: "Ben"), filling: [field], by: scene.parties.ben)
            try await ComparedFile(file, trusting: scene.parties.anchors).expectNoDoubt(pages: 2)
        }

        @Test("A signature of several parts: a name, words, a tick and initials")
        func composed() async throws {
            let file = try await signed(form(), SignatureField(name: "Ada"), by: parties.ada)
            let parts = [
                SignaturePart(
                    .drawing([.stroke(Self.loop, width: 4)], size: (180, 60)),
                    rect: PageRect(x: 72, y: 600, width: 150, height: 40)),
                SignaturePart(.text("London"), rect: PageRect(x: 72, y: 200, width: 150, height: 20)),
                SignaturePart(.checkbox(true), rect: PageRect(x: 72, y: 240, width: 14, height: 14)),
            ]
            let signature = SignatureField(name: "Ben", page: 1, appearance: .composed(parts))
            try await compared(signed(file, signature, by: parties.ben)).expectNoDoubt(pages: 2)
        }

        @Test("Timestamps, validation data and blank lines at the end")
        func longTerm() async throws {
            let scene = try LongTermScene()
            var file = try await scene.signed(to: .archive).file
            file += try await PDFDocument(file).renewed(using: scene.services(), at: scene.time.now)
            let time = scene.time.now
            let compared = try await ComparedFile(file + Data("\n\n".utf8), trusting: scene.anchors, at: time)
            compared.expectNoDoubt()
            #expect(compared.result.compared > 2)
        }

        @Test("Signatures in encrypted files", arguments: [true, false])
        func encrypted(isModern: Bool) async throws {
            let seed = isModern ? EncryptedSeeds.aes128 : EncryptedSeeds.rc4of40Bits
            var file = try #require(Data(base64Encoded: seed))
            for (index, (name, signer)) in [("First", parties.ada), ("Second", parties.ben)].enumerated() {
                let document = try PDFDocument(file, password: "user")
                let signature = SignatureField(
                    name: name, page: 1, rect: PageRect(x: 20, y: 100, width: 100, height: 20),
                    appearance: .typedName(name, subtitle: []))
                let field = FormField(
                    name: "Added", page: 1, rect: PageRect(x: 20, y: 160, width: 100, height: 20),
                    content: .text(["some text", "another one"][index]), readOnly: false)
                let signed = index == 0 ? signature : SignatureField(name: name)
                file += try await document.signedRevision(signed, filling: [field], with: signer, at: SignedFiles.now)
            }
            try await ComparedFile(file, password: "user", trusting: parties.anchors).expectNoDoubt(pages: 1)
        }

        @Test("Generated files of all kinds, signed twice", arguments: [3, 8, 11, 19, 24])
        func generated(seed: Int) async throws {
            var file = GeneratedPDF(seed: seed, pageCount: 3).data
            func field(_ text: String) -> FormField {
                FormField(
                    name: "New", page: 2, rect: PageRect(x: 20, y: 30, width: 120, height: 18), content: .text(text),
                    readOnly: false)
            }
            file += try PDFDocument(file).update(adding: [field("")])
            let rect = PageRect(x: 20, y: 80, width: 120, height: 30)
            file = try await signed(file, SignatureField(name: "First"), by: parties.ada)
            let second = SignatureField(
                name: "Second", page: 3, rect: rect, appearance: .typedName("Ben", subtitle: []))
            file = try await signed(file, second, filling: [field("Some words")], by: parties.ben)
            try await compared(file).expectNoDoubt(pages: 3)
        }

        @Test("A form with NeedAppearances, which the next signer resolves")
        func redrawn() async throws {
            let scene = try await AttackScene(
                fields: [
                    "/FT/Tx/T(City)/Rect[72 600 172 620]/V(London)/DA(/F1 10 Tf 0 g)/AP<</N 50 0 R>>",
                    "/FT/Tx/T(Town)/Rect[272 600 372 620]/V(Paris)/DA(/F1 10 Tf 0 g)",
                ], objects: [(50, AttackScene.showing("London"))],
                form: "/NeedAppearances true/DR<</Font<</F1 7 0 R>>>>/DA(/F1 10 Tf 0 g)")
            let file = try await SignedFiles.signed(scene.file, field: "Second", by: scene.parties.ben)
            try await ComparedFile(file, trusting: scene.parties.anchors).expectNoDoubt()
        }

        @Test("Comments that a certification permits: a highlight, an underline and a note beside the text")
        func comments() async throws {
            let scene = try await AttackScene(certified: 3)
            let quad = "/QuadPoints[72 712 200 712 72 697 200 697]/Rect[72 697 200 712]"
            let file = try scene.updated([
                (3, AttackScene.page("/Annots[60 0 R 61 0 R 62 0 R]")),
                (60, "<</Type/Annot/Subtype/Highlight\(quad)/C[1 1 0]>>"),
                (61, "<</Type/Annot/Subtype/Underline\(quad)/C[1 0 0]>>"),
                (62, "<</Type/Annot/Subtype/Text/Rect[400 690 420 710]/C[1 1 0]/Contents(A note)>>"),
            ])
            let signatures = try await scene.report(file)
            #expect(signatures.verdict == .valid, "\(signatures)")
            try await ComparedFile(file, trusting: scene.parties.anchors).expectNoDoubt(pages: 2)
        }
    }
#endif
