#if os(Linux)
    import Foundation
    import PageImages
    import Testing

    @testable import PDFFormat
    @testable import SignedPDF
    @testable import TestSupport

    @Suite("A signature's picture stands upright, however the camera was held")
    struct PictureOrientationTests {
        /// The side of a picture at which its dark half lies.
        private enum Side {
            case left, right, top, bottom
        }

        /// The photograph is dark on its left half.
        private static let sides: [PictureOrientation: Side] = [
            .upright: .left, .mirrored: .right, .upsideDown: .right, .mirroredUpsideDown: .left,
            .mirroredTurnedLeft: .top, .turnedRight: .top, .mirroredTurnedRight: .bottom, .turnedLeft: .bottom,
        ]

        private static func darkSide(_ picture: Data) async throws -> Side? {
            let document = try onePage("/MediaBox[0 0 80 80]")
            let signature = SignatureField(
                name: "A", rect: PageRect(x: 0, y: 0, width: 80, height: 80), appearance: .image(picture))
            let file =
                document.bytes
                + (try await document.signedRevision(signature, with: TestSigners.p256(), at: TestSigners.start))
            let image = try await PopplerPageRenderer().pixels(
                ofPage: 1, of: PageSource(hash: UUID().uuidString) { file }, width: 80)
            var dark: [(x: Int, y: Int)] = []
            var light: [(x: Int, y: Int)] = []
            for y in 0..<image.height {
                for x in 0..<image.width {
                    // White is around the picture.
                    guard let color = image.color(x: x, y: y), color.red < 250 else { continue }
                    if color.red < 100 { dark.append((x, y)) } else { light.append((x, y)) }
                }
            }
            guard !dark.isEmpty, !light.isEmpty else { return nil }
            func mean(_ places: [(x: Int, y: Int)]) -> (Int, Int) {
                (places.reduce(0) { $0 + $1.x } / places.count, places.reduce(0) { $0 + $1.y } / places.count)
            }
            let (one, other) = (mean(dark), mean(light))
            if abs(one.0 - other.0) > abs(one.1 - other.1) { return one.0 < other.0 ? .left : .right }
            return one.1 < other.1 ? .top : .bottom
        }

        @Test(
            "Each of the eight orientations, in both byte orders", arguments: PictureOrientation.allCases,
            [true, false])
        func upright(orientation: PictureOrientation, littleEndian: Bool) async throws {
            let picture = SampleJPEG.held(UInt8(orientation.rawValue), littleEndian: littleEndian)
            #expect(try await Self.darkSide(picture) == Self.sides[orientation])
        }

        @Test("An orientation in a number of another size is read", arguments: [1, 3, 4], [true, false])
        func sizes(type: Int, littleEndian: Bool) {
            let value: [UInt8] =
                switch (type, littleEndian) {
                case (1, _), (_, true): [6, 0, 0, 0]
                case (3, _): [0, 6, 0, 0]
                default: [0, 0, 0, 6]
                }
            let kind = UInt8(type)
            let tiff: [UInt8] =
                littleEndian
                ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, kind, 0, 1, 0, 0, 0] + value
                : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, kind, 0, 0, 0, 1] + value
            #expect(tiff.withUnsafeBytes { PictureOrientation(tiff: $0) } == .turnedRight)
        }
    }
#endif
