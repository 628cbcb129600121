#if os(Linux)
    import Foundation
    import PageComparison
    import PageImages
    import Testing

    @testable import TestSupport

    @testable import SignedPDF

    @Suite("Pages compared: visible changes are doubtful")
    struct DoubtfulPagesTests {
        private static let evil = "BT /F1 12 Tf 72 700 Td (Page 1: the price is 900.) Tj ET"

        private func compared(_ file: Data, _ scene: AttackScene, permitting: Bool = true) async throws -> ComparedFile
        {
            try await ComparedFile(file, trusting: scene.parties.anchors, permitting: permitting)
        }

        /// An appearance as large as a field of 200 by 20 points.
        private static func covering(_ content: String) -> String {
            "<</Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F1 7 0 R>>>>"
                + "/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
        }

        private static let overPrice = "/FT/Tx/T(City)/Rect[70 695 270 715]"

        @Test("Replaced content is detected where nothing is permitted")
        func replacedContent() async throws {
            let scene = try await AttackScene()
            let file = try await compared(scene.updated([(4, SignedFiles.stream(Self.evil))]), scene)
            #expect(file.report.verdict == .valid && file.doubted.verdict == .indeterminate)
            let doubt = try #require(file.result.doubts.first)
            guard case .changedElsewhere(page: 1, let rect) = doubt.finding, file.result.doubts.count == 1 else {
                Issue.record("\(file.result)")
                return
            }
            // The digit stands behind “Page 1: the price is ” on the line 92 points from the top.
            #expect(rect.x > 150 && rect.x + rect.width < 210 && rect.y > 80 && rect.y + rect.height < 95)
            #expect(doubt.from == scene.file.count && doubt.to > doubt.from)
            let problem = try #require(file.doubted.signatures.first?.problems.first)
            #expect(problem.hasPrefix("Page 1 looks different where no permitted change is: "))
        }

        @Test("A changed font, resource or page box is detected on any page")
        func otherMeans() async throws {
            let scene = try await AttackScene()
            for objects in [
                [(7, "<</Type/Font/Subtype/Type1/BaseFont/Courier>>")],
                [(6, SignedFiles.stream("BT /F1 12 Tf 72 700 Td (Page 2: the price is 9.) Tj ET"))],
                [(3, AttackScene.page("/CropBox[0 0 612 690]"))],
                [(3, AttackScene.page("/CropBox[0 0 306 396]"))],
            ] {
                let file = try await compared(scene.updated(objects), scene)
                #expect(file.doubted.verdict == .indeterminate)
                #expect(file.result.doubts.count == 1)
            }
        }

        @Test(
            "A filled field that hides print is detected",
            arguments: [
                "1 g 0 0 200 20 re f 0 g BT /F1 12 Tf 2 5 Td (Page 1: the price is 900.) Tj ET",
                "0 0 200 20 re f", "1 g 116 4 9 11 re f",
                "1 1 0.9 rg 0 0 200 20 re f 0 g BT /F1 12 Tf 2 5 Td (Page 1: the price is 900.) Tj ET",
            ])
        func covered(content: String) async throws {
            let scene = try await AttackScene(fields: [Self.overPrice])
            let file = try scene.updated([
                (30, AttackScene.field(Self.overPrice + "/V(London)/AP<</N 60 0 R>>")), (60, Self.covering(content)),
            ])
            let compared = try await compared(file, scene)
            #expect(compared.doubted.verdict == .indeterminate)
            guard case .printedMatterVanished(page: 1, _)? = compared.result.doubts.first?.finding else {
                Issue.record("\(compared.result)")
                return
            }
            #expect(compared.result.doubts.count == 1)
        }

        @Test("A signature picture that covers a drawing is detected, even by a trusted signer")
        func coveringSignature() async throws {
            let parties = try SigningParties()
            let drawing = SignedFiles.stream("2 w 70 690 m 240 715 l 240 690 m 70 715 l S")
            let page = try SignedFiles.appending([(4, drawing)], to: SignedFiles.agreement())
            var file = try await SignedFiles.signed(page, by: parties.ada)
            let white = VectorPath([
                .move(x: 0, y: 0), .line(x: 200, y: 0), .line(x: 200, y: 40), .line(x: 0, y: 40), .close,
            ])
            let signature = SignatureField(
                name: "Ben", page: 1, rect: PageRect(x: 60, y: 70, width: 200, height: 40),
                appearance: .drawing([.fill(white, color: .gray(1))], size: (200, 40), caption: []))
            file += try await PDFDocument(file).signedRevision(signature, with: parties.ben, at: SignedFiles.now)
            let compared = try await ComparedFile(file, trusting: parties.anchors)
            #expect(compared.report.verdict == .valid)
            #expect(compared.doubted.verdict == .indeterminate)
            // The doubt is about what came after Ada's signature: Ben's has nothing after it.
            #expect(compared.doubted.signatures.map(\.problems.count) == [1, 0])
        }

        @Test("A field's own earlier value may disappear, but print under it may not")
        func ownValue() async throws {
            let filled = Self.overPrice + "/V(London)/AP<</N 50 0 R>>"
            let scene = try await AttackScene(
                fields: ["/FT/Tx/T(City)/Rect[70 595 270 615]/V(London)/AP<</N 50 0 R>>", filled],
                objects: [(50, Self.covering("BT /F1 12 Tf 130 5 Td (London) Tj ET"))])
            let paris = (60, Self.covering("BT /F1 12 Tf 130 5 Td (Paris) Tj ET"))
            let honest = try scene.updated([
                (30, AttackScene.field("/FT/Tx/T(City)/Rect[70 595 270 615]/V(Paris)/AP<</N 60 0 R>>")), paris,
            ])
            try await compared(honest, scene).expectNoDoubt()
            let over = try scene.updated([
                (31, AttackScene.field(Self.overPrice + "/V(Paris)/AP<</N 60 0 R>>")), paris,
            ])
            try await compared(over, scene).expectNoDoubt()
            let forged = try scene.updated([
                (31, AttackScene.field(Self.overPrice + "/V(Paris)/AP<</N 60 0 R>>")),
                (60, Self.covering("1 g 0 0 200 20 re f 0 g BT /F1 12 Tf 130 5 Td (Paris) Tj ET")),
            ])
            #expect(try await compared(forged, scene).result.doubts.count == 1)
        }

        @Test("Another field in the same place is not the changed field's own value")
        func sharedPlace() async throws {
            let scene = try await AttackScene(
                fields: [
                    "/FT/Tx/Ff 1/T(Price)/Rect[70 595 270 615]/V(100)/AP<</N 50 0 R>>",
                    "/FT/Tx/T(City)/Rect[70 595 270 615]",
                ], objects: [(50, Self.covering("BT /F1 12 Tf 130 5 Td (100) Tj ET"))])
            let file = try scene.updated([
                (31, AttackScene.field("/FT/Tx/T(City)/Rect[70 595 270 615]/V(900)/AP<</N 60 0 R>>")),
                (60, Self.covering("1 g 0 0 200 20 re f 0 g BT /F1 12 Tf 130 5 Td (900) Tj ET")),
            ])
            guard case .printedMatterVanished? = try await compared(file, scene).result.doubts.first?.finding else {
                Issue.record("not seen")
                return
            }
        }

        @Test("A forbidden change permits no area, and a bad verdict stays bad")
        func forbidden() async throws {
            let scene = try await AttackScene(certified: 1, fields: [Self.overPrice])
            let file = try scene.updated([
                (30, AttackScene.field(Self.overPrice + "/V(London)/AP<</N 60 0 R>>")),
                (60, Self.covering("BT /F1 12 Tf 150 5 Td (London) Tj ET")),
            ])
            let compared = try await compared(file, scene, permitting: false)
            #expect(compared.report.verdict == .invalid && compared.doubted.verdict == .invalid)
            guard case .changedElsewhere? = compared.result.doubts.first?.finding else {
                Issue.record("\(compared.result)")
                return
            }
            try await self.compared(file, scene).expectNoDoubt()
        }

        @Test("A different number of pages is doubtful, and the common pages are compared")
        func otherPages() async throws {
            let scene = try await AttackScene()
            let file = try await compared(scene.updated([(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")]), scene)
            #expect(file.result.doubts.map(\.finding) == [.otherPageCount(before: 2, after: 1)])
            #expect(file.result.compared == 1 && file.doubted.verdict == .indeterminate)
        }

        @Test("Pages over the limits are counted and make the verdict indeterminate")
        func limits() async throws {
            let parties = try SigningParties()
            var file = try await SignedFiles.signed(SignedFiles.agreement(pages: 5), by: parties.ada)
            file = try await SignedFiles.signed(file, field: "Second", by: parties.ben)
            let few = try await ComparedFile(file, trusting: parties.anchors, mostPages: 2)
            #expect(few.result.compared == 2 && few.result.notCompared == 3)
            #expect(few.result.doubts.map(\.finding) == [.pagesNotCompared(count: 3)])
            #expect(few.report.verdict == .valid && few.doubted.verdict == .indeterminate)
            let none = try await ComparedFile(file, trusting: parties.anchors, timeLimit: .zero)
            #expect(none.result.compared == 0 && none.result.notCompared == 5)
        }

        @Test("Only pages with a later change are drawn, if that is asked for")
        func changedPages() async throws {
            let scene = try await AttackScene(fields: ["/FT/Tx/T(City)/DA(/F1 12 Tf)/Rect[72 600 172 620]"])
            let filled = AttackScene.field(
                "/FT/Tx/T(City)/DA(/F1 12 Tf)/Rect[72 600 172 620]/V(London)/AP<</N 60 0 R>>")
            let file = try scene.updated([(30, filled), (60, AttackScene.showing("London"))])
            for (isLimited, pages) in [(true, 1), (false, 2)] {
                let comparison = PageComparison(
                    rasterizer: try PopplerPageRenderer(), timeLimit: .seconds(600), onlyChangedPages: isLimited)
                let result = await comparison.doubts(about: try await scene.report(file), of: try PDFDocument(file))
                #expect(result.compared == pages && result.doubts.isEmpty, "\(result)")
            }
        }

        @Test("A page that cannot be drawn is reported and makes the verdict indeterminate")
        func undrawable() async throws {
            struct Broken: PageRasterizer {
                func pixels(ofPage page: Int, of source: PageSource, width: Int) async throws -> PixelImage {
                    throw PageImageError.unrenderable(page: page, reason: "it is a test.")
                }
            }
            let parties = try SigningParties()
            var file = try await SignedFiles.signed(SignedFiles.agreement(), by: parties.ada)
            file = try await SignedFiles.signed(file, field: "Second", by: parties.ben)
            let document = try PDFDocument(file)
            let report = try await document.verifySignatures(trusting: parties.anchors, at: SignedFiles.now)
            let result = await PageComparison(rasterizer: Broken(), timeLimit: .seconds(600)).doubts(
                about: report, of: document)
            #expect(result.compared == 0 && result.notCompared == 2)
            #expect(result.problems.map(\.description) == (1...2).map { "Page \($0) cannot be shown: it is a test." })
            let doubted = report.doubted(because: result)
            #expect(report.verdict == .valid && doubted.verdict == .indeterminate)
            #expect(
                doubted.signatures.first?.findings.contains(.appearance(.pagesNotCompared(count: 2))) == true)
            #expect(
                try String(decoding: JSONEncoder().encode(doubted), as: UTF8.self).contains("pages-not-compared"))
        }
    }
#endif
