#if os(Linux)
    import Foundation
    import Testing
    import Typesetting

    @testable import PDFFormat
    @testable import SignedPDF
    @testable import TestSupport

    @Suite("Documents that declare PDF/A or PDF/UA keep it")
    struct ArchivalUpdateTests {
        private static let shaper = HarfBuzzTypesetter(withoutHandwriting: FontOrder())

        /// A document that declares a part of PDF/A.
        static func file(part: Int, hasIntent: Bool, tags: Tags = .none) throws -> PDFDocument {
            let packet =
                "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
                + "<rdf:Description rdf:about=\"\" xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\""
                + (part == 3
                    ? " pdfaid:part=\"3\" pdfaid:conformance=\"B\"/>"
                    : "><pdfaid:part>\(part)</pdfaid:part>"
                        + "<pdfaid:conformance>B</pdfaid:conformance></rdf:Description>") + "</rdf:RDF></x:xmpmeta>"
            var objects: [Int: String] = [
                1: "<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R"
                    + (hasIntent
                        ? "/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)"
                            + "/DestOutputProfile 6 0 R>>]" : "") + tags.catalog + ">>",
                2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 600]/Resources<<>>>>",
                5: "<</Type/Metadata/Subtype/XML/Length \(packet.utf8.count)>>stream\n\(packet)\nendstream",
                6: "<</N 3/Length 3>>stream\nicc\nendstream",
            ]
            objects.merge(tags.objects) { $1 }
            var builder = RevisionBuilder(seed: 1)
            builder.append(objects, style: part == 1 ? .table : .stream, trailer: "/Root 1 0 R")
            return try PDFDocument(Data(builder.bytes))
        }

        /// How a document is tagged.
        enum Tags: CaseIterable {
            case none, bare, document, kids

            var catalog: String {
                self == .none ? "" : "/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R/Lang(en)"
            }

            var objects: [Int: String] {
                switch self {
                case .none: [:]
                case .bare: [10: "<</Type/StructTreeRoot>>"]
                case .document:
                    [
                        10: "<</Type/StructTreeRoot/K 11 0 R/ParentTree 12 0 R/ParentTreeNextKey 1>>",
                        11: "<</Type/StructElem/S/Document/P 10 0 R/K[13 0 R]>>", 12: "<</Nums[0[13 0 R]]>>",
                        13: "<</Type/StructElem/S/P/P 11 0 R/Pg 3 0 R/K 0>>",
                    ]
                case .kids:
                    [
                        10: "<</Type/StructTreeRoot/K[11 0 R 14 0 R]/ParentTree<</Kids[12 0 R]>>>>",
                        11: "<</Type/StructElem/S/P/P 10 0 R/Pg 3 0 R/K 0>>",
                        12: "<</Limits[0 4]/Nums[0[11 0 R]4 14 0 R]>>", 14: "<</Type/StructElem/S/P/P 10 0 R/K 4>>",
                    ]
                }
            }
        }

        private static func fields() -> [FormField] {
            func rect(_ row: Double) -> PageRect { PageRect(x: 20, y: 20 + row * 30, width: 120, height: 20) }
            let line = [Ink.stroke(VectorPath([.move(x: 0, y: 0), .line(x: 9, y: 9)]), width: 1)]
            let buttons = (0..<2).map {
                RadioWidget(
                    page: 1, rect: PageRect(x: 200, y: 20 + 30 * Double($0), width: 20, height: 20), value: "\($0)")
            }
            var fields = [
                FormField(name: "Text", page: 1, rect: rect(0), content: .text("Zoë Ω")),
                FormField(name: "Latin", page: 1, rect: rect(1), content: .text("Office AV")),
                FormField(name: "Empty", page: 1, rect: rect(2), content: .text("")),
                FormField(name: "Bold", page: 1, rect: rect(3), content: .date("1 May 2026"), font: .timesBoldItalic),
                FormField(name: "Check", page: 1, rect: rect(4), content: .checkbox(true)),
                FormField(name: "Radio", page: 1, rect: rect(5), content: .radio(buttons, selected: 1)),
                FormField(name: "Initials", page: 1, rect: rect(6), content: .drawing(line, size: (9, 9))),
                FormField(name: "No ink", page: 1, rect: rect(7), content: .drawing([], size: (9, 9))),
            ]
            for index in fields.indices {
                fields[index].shaper = shaper
                fields[index].label = fields[index].name
            }
            return fields
        }

        private static func signature(_ appearance: SignatureField.Appearance) -> SignatureField {
            SignatureField(
                name: "Signature", page: 1, rect: PageRect(x: 200, y: 300, width: 150, height: 50),
                appearance: appearance,
                label: "Signature", shaper: shaper)
        }

        private static func appearances() throws -> [SignatureField.Appearance] {
            let picture = try GeneratedPNG(colorType: 6, depth: 8, isInterlaced: false, hasTransparency: true, seed: 3)
            return [
                .typedName("Ada Lovelace", subtitle: ["Signed 2026-11-27"]), .image(picture.data),
                .image(SampleJPEG.bytes),
                .drawing([.fill(.rectangle(x: 0, y: 0, width: 9, height: 9))], size: (9, 9), caption: ["Ada"]),
                .composed([
                    SignaturePart(.text("Ada"), rect: PageRect(x: 200, y: 300, width: 70, height: 20)),
                    SignaturePart(.checkbox(true), rect: PageRect(x: 280, y: 300, width: 20, height: 20)),
                ]), .invisible,
            ]
        }

        @Test(
            "Fields of every kind and every signature's look follow the rules of the part",
            arguments: [1, 2, 3], [true, false])
        func follows(part: Int, hasIntent: Bool) async throws {
            let document = try Self.file(part: part, hasIntent: hasIntent)
            for appearance in try Self.appearances() {
                let update = try await document.signedRevision(
                    Self.signature(appearance), filling: Self.fields(),
                    awaiting: [
                        SignatureField(
                            name: "Later", page: 1, rect: PageRect(x: 20, y: 400, width: 90, height: 30),
                            appearance: .typedName("Ben", subtitle: []))
                    ], with: TestSigners.p256(), at: TestSigners.start)
                let signed = try PDFDocument(document.bytes + update)
                #expect(try ArchivalRules(signed, part: part).breaches == [])
                #expect(DeclaredConformance(of: signed) == DeclaredConformance(archivalPart: part))
                let report = try await signed.verifySignatures(trusting: [], at: TestSigners.now)
                #expect(report.verdict == .indeterminate && report.signatures.count == 1)
                // The field that waited is signed as any other.
                var later = Self.signature(appearance)
                later.name = "Later"
                let again = try PDFDocument(
                    signed.bytes
                        + (try await signed.signedRevision(later, with: TestSigners.p256(), at: TestSigners.start)))
                #expect(try ArchivalRules(again, part: part).breaches == [])
                let second = try await again.verifySignatures(trusting: [], at: TestSigners.now)
                // The keys lead to no trust anchor; nothing else is wrong.
                #expect(second.verdict == .indeterminate && second.signatures.count == 2, "\(second)")
            }
        }

        @Test("Fields filled after they were placed still follow the rules", arguments: [1, 2])
        func filled(part: Int) throws {
            var document = try Self.file(part: part, hasIntent: false)
            for _ in 0..<2 {
                document = try PDFDocument(document.bytes + document.update(adding: Self.fields()))
                #expect(try ArchivalRules(document, part: part).breaches == [])
            }
        }

        @Test("Fields of a tagged document are tagged, in each shape of the tree", arguments: Tags.allCases.dropFirst())
        func tagged(tags: Tags) async throws {
            let document = try Self.file(part: 2, hasIntent: true, tags: tags)
            let placed = try PDFDocument(document.bytes + document.update(adding: Self.fields()))
            let update = try await placed.signedRevision(
                Self.signature(.typedName("Ada", subtitle: [])), with: TestSigners.p256(), at: TestSigners.start)
            var signed = try PDFDocument(placed.bytes + update)
            var second = Self.signature(.typedName("Ben", subtitle: []))
            second.name = "Second"
            second.rect = PageRect(x: 20, y: 500, width: 100, height: 40)
            signed = try PDFDocument(
                signed.bytes
                    + (try await signed.signedRevision(second, with: TestSigners.p256(), at: TestSigners.start)))
            var rules = try ArchivalRules(signed, part: 2)
            try rules.checkTags()
            #expect(rules.breaches == [])
            // The second signature's tag is no change that the first one forbids.
            let report = try await signed.verifySignatures(trusting: [], at: TestSigners.now)
            #expect(
                report.verdict == .indeterminate && report.signatures.count == 2,
                "\(report.signatures.map(\.findings))")
        }

        @Test("A signature in a tagged document has a name for screen readers")
        func signatureName() async throws {
            for (tags, given, name) in [
                (Tags.none, String?.none, String?.none), (Tags.allCases[1], nil, "Signature of Ada"),
                (Tags.allCases[1], "Tenant", "Tenant"),
            ] {
                let document = try Self.file(part: 2, hasIntent: true, tags: tags)
                var signature = Self.signature(.invisible)
                signature.label = given
                signature.signerName = "Ada"
                let update = try await document.signedRevision(
                    signature, with: TestSigners.p256(), at: TestSigners.start)
                let signed = try PDFDocument(document.bytes + update)
                #expect(try widget("Signature", in: signed)["TU"]?.textValue == name)
            }
        }

        @Test("A picture in CMYK is refused where PDF/A does not permit it", arguments: [true, false])
        func cmyk(declares: Bool) async throws {
            let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 20, 8, 0, 30, 0, 40, 4]
            let picture = Data(head + [UInt8](repeating: 0, count: 12) + [0xFF, 0xDA, 0, 2, 1, 2, 3, 0xFF, 0xD9])
            let document = declares ? try Self.file(part: 2, hasIntent: true) : try onePage("")
            let signature = Self.signature(.image(picture))
            func sign() async throws {
                _ = try await document.signedRevision(signature, with: TestSigners.p256(), at: TestSigners.start)
            }
            if declares {
                let refusal = await #expect(throws: PDFError.self) { try await sign() }
                #expect(refusal?.description.contains("CMYK") == true)
            } else {
                try await sign()
            }
        }

        @Test("A document without tags and one that declares nothing get neither tags nor other color spaces")
        func plain() throws {
            let document = try onePage("/MediaBox[0 0 400 600]")
            let placed = try PDFDocument(document.bytes + document.update(adding: Self.fields()))
            let text = String(decoding: placed.bytes, as: Unicode.ASCII.self)
            #expect(!text.contains("StructParent") && !text.contains("DefaultRGB") && !text.contains("CIDSet"))
            // But every font is embedded.
            let breaches = try ArchivalRules(placed, part: 2).breaches
            #expect(!breaches.contains { $0.contains("6.2.11") }, "\(breaches)")
        }

        @Test("A new file with a shaper is PDF/A-3: its metadata, fonts and colors", arguments: [true, false])
        func newFile(isTagged: Bool) throws {
            var composition = PDFComposition(
                DocumentInformation(title: "A & <B>", author: "Ada", created: TestSigners.start), shaper: Self.shaper)
            if isTagged { composition.element = composition.addElement(.document) }
            try composition.text(
                "Certificate of completion Ω", x: 20, baseline: 40, style: TextStyle(font: .helveticaBold))
            try composition.image(
                GeneratedPNG(colorType: 6, depth: 8, isInterlaced: false, hasTransparency: true, seed: 3).data,
                in: PageRect(x: 20, y: 60, width: 50, height: 50))
            let document = try PDFDocument(composition.data())
            #expect(DeclaredConformance(of: document).archivalPart == 3)
            #expect(try ArchivalRules(document, part: 3).breaches == [])
            let resources = try #require(
                try document.value("Resources", in: document.page(1).inherited).dictionaryValue)
            #expect(resources["ColorSpace"] == .dictionary(DefaultColors.spaces))
            #expect(try document.page(1).dictionary["Group"] != nil)
            let stream = try #require(try document.value("Metadata", in: document.catalog()).streamValue)
            let packet = String(decoding: try document.decoded(stream), as: UTF8.self)
            #expect(
                packet.contains("A &amp; &lt;B&gt;")
                    && packet.contains("<xmp:CreateDate>2023-11-14T22:13:20Z</xmp:CreateDate>"))
            #expect(packet.contains("<pdfaid:conformance>\(isTagged ? "A" : "B")"))
        }

        @Test("A new file whose fonts are not embedded declares nothing")
        func newFileWithoutFonts() throws {
            var composition = PDFComposition(DocumentInformation(title: "A"))
            try composition.text("Text", x: 20, baseline: 40)
            #expect(try DeclaredConformance(of: PDFDocument(composition.data())) == DeclaredConformance())
        }
    }
#endif
