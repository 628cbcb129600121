#if os(Linux)
    import Foundation
    import PageImages
    import Testing
    import Typesetting

    @testable import SignedPDF
    @testable import TestSupport

    /// Compares pictures by the ink in a grid of cells, which forgives a smoothed edge and not a letter elsewhere.
    private struct InkGrid {
        private let cells: [Double]
        private static let side = 8

        init(_ image: PixelImage) {
            let (columns, rows) = (image.width / Self.side, image.height / Self.side)
            var cells = [Double](repeating: 0, count: columns * rows)
            for y in 0..<rows * Self.side {
                for x in 0..<columns * Self.side {
                    guard let color = image.color(x: x, y: y) else { continue }
                    let light = Int(color.red) + Int(color.green) + Int(color.blue)
                    cells[y / Self.side * columns + x / Self.side] += Double(765 - light) / 765
                }
            }
            self.cells = cells
        }

        var ink: Double { cells.reduce(0, +) }

        /// Returns the share of the ink that lies elsewhere.
        func difference(from other: InkGrid) -> Double {
            let moved = zip(cells, other.cells).reduce(0) { $0 + abs($1.0 - $1.1) }
            return moved / max(1, ink + other.ink)
        }
    }

    @Suite("Fields look after signing as Poppler showed them before")
    struct GeneratedPictureTests {
        private static let fields: [FieldSheet.Field] = [
            .init("/FT/Tx/V(Grace Hopper)"), .init("/FT/Tx/V(Grace Hopper)/Q 1"), .init("/FT/Tx/V(Grace Hopper)/Q 2"),
            .init("/FT/Tx/V(12345)/Ff 16777216/MaxLen 8"), .init("/FT/Tx/V(12345)/Ff 16777216/MaxLen 8/Q 2"),
            .init("/FT/Tx/V(1234)/Ff 16777216/MaxLen 8/Q 1/DA(/Helv 0 Tf 0 g)"),
            .init("/FT/Tx/Ff 4096/V(first line\\rsecond line that wraps somewhere)/DA(/Helv 8 Tf 0 g)", height: 45),
            .init("/FT/Tx/Ff 4096/V(right\\rlines)/Q 2/DA(/TiRo 10 Tf 0 g)", height: 40),
            .init("/FT/Tx/V(auto sized)/DA(/Helv 0 Tf 0 g)"), .init("/FT/Tx/V(blue Times)/DA(/TiRo 14 Tf 0 0 1 rg)"),
            .init("/FT/Tx/V(Courier)/DA(/CoBo 11 Tf 0.4 g)"), .init("/FT/Tx/V(secret)/Ff 8192"),
            .init("/FT/Tx/V(ground)/MK<</BC[1 0 0]/BG[0.8 1 0.8]>>/BS<</W 2/S/S>>"),
            .init("/FT/Tx/V(bevel)/MK<</BC[1 0 0]/BG[0.8 1 0.8]>>/BS<</W 2/S/B>>"),
            .init("/FT/Tx/V(inset)/MK<</BC[0 0 1]>>/BS<</W 3/S/I>>"),
            .init("/FT/Tx/V(dashed)/MK<</BC[1 0 0]>>/BS<</W 2/S/D/D[3 2]>>"),
            .init("/FT/Tx/V(under)/MK<</BC[0 0 0]>>/BS<</W 2/S/U>>"), .init("/FT/Tx/V(no width)/MK<</BC[1 0 0]>>"),
            .init("/FT/Tx/V(array)/MK<</BC[0 0 1]>>/Border[0 0 3]"), .init("/FT/Tx/V(turned)/MK<</R 90/BG[1 1 0.8]>>"),
            .init("/FT/Tx/V(over)/MK<</R 180>>"), .init("/FT/Ch/Opt[(Red)(Blue)]/V(Blue)/DA(/Helv 9 Tf 0 g)"),
            .init("/FT/Ch/Ff 2097152/Opt[(Red)(Blue)(Green)]/V[(Red)(Green)]/DA(/Helv 8 Tf 0 g)", height: 40),
            .init("/FT/Ch/Ff 131072/Opt[[(b)(Blue)]]/V(b)"), .init("/FT/Ch/Opt[(A)(B)(C)(D)]/TI 2/DA(/Helv 8 Tf 0 g)"),
            .init("/FT/Btn/Ff 65536/MK<</CA(Push)/BC[0 0 0]/BG[0.8 0.8 0.8]>>/BS<</W 1/S/B>>/DA(/Helv 10 Tf 0 g)"),
            .init(
                "/FT/Btn/Ff 32768/V/Yes/AS/Yes/MK<</BC[0 0 0]/BG[1 1 0]>>/BS<</W 1>>/AP<</N<</Yes 9 0 R>>>>", width: 24,
                height: 24),
        ]

        private static func image(_ file: Data) async throws -> PixelImage {
            let renderer = try PopplerPageRenderer()
            return try await renderer.pixels(
                ofPage: 1, of: PageSource(hash: UUID().uuidString, for: .sole) { file }, width: 800)
        }

        /// The share of ink that may lie elsewhere, because letters of another font file are smoothed otherwise.
        private static let tolerance = 0.08

        @Test("Each kind of field, with and without embedded fonts", arguments: fields.indices)
        func looks(index: Int) async throws {
            let field = Self.fields[index]
            let file = try FieldSheet.file([field])
            let before = InkGrid(try await Self.image(file))
            for shaper in [nil, HarfBuzzTypesetter(withoutHandwriting: FontOrder())] {
                let after = InkGrid(try await Self.image(FieldSheet.settled(file, shaper: shaper).bytes))
                #expect(before.ink > 5)
                #expect(before.difference(from: after) < Self.tolerance, "\(field)")
            }
        }
    }
#endif
