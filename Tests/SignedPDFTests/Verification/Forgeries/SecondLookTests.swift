#if os(Linux)
    import Foundation
    import PageComparison
    import PageImages
    import Testing

    @testable import TestSupport

    @testable import SignedPDF

    @Suite("Comparing pixels with the rules' verdict", .serialized)
    struct SecondLookTests {
        private let comparison: PageComparison

        init() throws {
            comparison = PageComparison(rasterizer: try PopplerPageRenderer(), timeLimit: .seconds(600))
        }

        private func look(
            at forgery: FormForgery, level: Int? = 2, ending: FormForgery.Ending = .open
        ) async throws -> (verdict: VerificationReport.Verdict, changes: [String], doubts: [PageDoubt]) {
            let (scene, file) = try await forgery.files(level: level, isLocked: false, ending: ending)
            let report = try await scene.report(file)
            let result = await comparison.doubts(about: report, of: try PDFDocument(file))
            #expect(result.compared > 0 && result.problems.isEmpty, "\(result.problems)")
            return (report.verdict, report.signatures.first?.laterChanges ?? [], result.doubts)
        }

        @Test("The rules catch every trick that the pixels show, and the pixels catch sheets and blots")
        func tricks() async throws {
            var seen: Set<String> = []
            for trick in Trick.all {
                guard let kind = FormForgery.Kind.allCases.first(where: trick.kinds.contains) else { continue }
                var forgery = FormForgery(kind)
                forgery.play(trick)
                let found = try await look(at: forgery)
                if !found.doubts.isEmpty { seen.insert(trick.name) }
                #expect(found.doubts.isEmpty || found.verdict != .valid, "\(trick.name): \(found.doubts)")
            }
            let visible = [
                "a new background", "a background without being asked for", "a background larger than the one before",
                "a sheet after the text", "a sheet in a picture within", "a gradient", "an image behind the text",
                "a drawing on a white sheet", "a drawing that blackens the text",
            ]
            #expect(seen.isSuperset(of: visible), "\(Set(visible).subtracting(seen))")
        }

        @Test("An honestly filled form raises no doubt", arguments: FormForgery.Kind.allCases)
        func honest(kind: FormForgery.Kind) async throws {
            for var forgery in HonestFill.all(of: kind) {
                // Nothing is printed where honest forms have their fields.
                forgery.before["Rect"] = kind == .checkbox ? "[400 592 424 616]" : "[60 592 360 616]"
                let found = try await look(at: forgery, ending: .signedLater)
                #expect(found.verdict == .valid && found.doubts.isEmpty, "\(forgery.tricks): \(found)")
            }
        }

        @Test("No random picture that the rules permit looks doubtful", arguments: 0..<4)
        func randomPictures(seed: Int) async throws {
            var random = SeededGenerator(seed + 1000)
            for _ in 0..<20 {
                let forgery = RandomPictures.form(&random)
                let found = try await look(at: forgery)
                // A mark may lie on a letter, and letters may lie over letters.
                let largest = forgery.kind == .checkbox ? 256.0 : 16
                let doubts = found.doubts.filter { $0.covers > largest }
                #expect(
                    found.verdict != .valid || doubts.isEmpty, "\(forgery.before) \(forgery.picture): \(found)")
            }
        }
    }

    extension PageDoubt {
        /// How large the place is, in square points.
        fileprivate var covers: Double {
            switch finding {
            case .changedElsewhere(_, let rect), .printedMatterVanished(_, let rect): rect.width * rect.height
            default: .infinity
            }
        }
    }

    /// Forms with pictures of all that pictures are made of, put together at random: some honest, most not.
    private enum RandomPictures {
        static func form(_ random: inout SeededGenerator) -> FormForgery {
            var form = FormForgery(FormForgery.Kind.allCases.randomElement(using: &random) ?? .text)
            func one(_ parts: [String]) -> String { parts.randomElement(using: &random) ?? "" }
            func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
            func ground() -> String {
                let color = one(["1 g", "0.9 g", "0.5 g", "0 g", "1 1 0.8 rg", "1 G", "0 G", "0 0 1 RG"])
                let shape = one([
                    "0 0 300 24 re", "\(number(0...100)) \(number(0...12)) \(number(1...200)) \(number(1...24)) re",
                    "0 \(number(0...24)) m 300 \(number(0...24)) l", "0 0 m 300 0 l 300 24 l h",
                ])
                let clip = one(["", "", "", "0 0 \(number(1...300)) \(number(1...24)) re W n "])
                let map = one(["", "", "", "1 0 0 1 \(number(-9...9)) \(number(-9...9)) cm "])
                return "q \(clip)\(map)\(number(1...20)) w \(color) \(shape) \(one(["f", "S", "s", "B"])) Q"
            }
            func letters() -> String {
                let move = "\(number(0...40)) \(number(2...14)) Td"
                return "BT \(one(["0 g", "0 g", "1 g", "0.5 g"])) /F1 \(number(6...14)) Tf \(move) "
                    + one([
                        "(19) Tj", "(19) Tj", "(1) Tj \(number(-10...20)) 0 Td (9) Tj",
                        "[(1) \(number(-900...900)) (9)] TJ",
                    ])
                    + " ET"
            }
            let grounds = (0..<number(0...2)).map { _ in ground() }
            if form.kind == .checkbox {
                if number(0...1) == 0 { form.before["Rect"] = FormForgery.rect }
                let resources = "/Resources<</Font<</F1 7 0 R>>>>"
                form.before.set(52, FormForgery.Picture.stream(grounds.joined(separator: " "), resources))
                let more = number(0...2) == 0 ? [] : [one([ground(), letters()])]
                form.before.set(51, FormForgery.Picture.stream((grounds + more).joined(separator: " "), resources))
                return form
            }
            if !grounds.isEmpty {
                form.before["AP"] = "<</N 50 0 R>>"
                form.before.set(50, FormForgery.Picture.stream(grounds.joined(separator: " ")))
                if form.kind == .button { form.before["AP"] = nil }
            }
            form.picture.ground = (number(0...2) == 0 ? grounds + [ground()] : grounds).joined(separator: " ")
            if number(0...1) == 0 { form.picture.letters = letters() }
            return form
        }
    }
#endif
