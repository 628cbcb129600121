import Envelopes
import Foundation
import SignedPDF
import Testing

@testable import Ceremony
@testable import TestSupport

@Suite("A signature from a picture")
struct SignaturePictureTests {
    /// A PNG file of black ink on nothing where `isInk` says so.
    private static func picture(
        width: Int = 120, height: Int = 60, _ isInk: (_ x: Int, _ y: Int) -> Bool
    ) throws -> Data {
        let coverage = (0..<width * height).map { index -> UInt8 in
            isInk(index % width, index / width) ? 255 : 0
        }
        return try PixelGrid(
            width: width, height: height, channels: 1, colors: [UInt8](repeating: 0, count: width * height),
            coverage: coverage
        ).png()
    }

    /// A square ring of ink, 40 pixels wide outside and 20 inside.
    private static func ring() throws -> Data {
        try picture { x, y in
            let isOutside = (30..<70).contains(x) && (10..<50).contains(y)
            return isOutside && !((40..<60).contains(x) && (20..<40).contains(y))
        }
    }

    private static func body(_ picture: Data) -> String {
        #"{"kind":"signature","method":"uploaded","picture":"\#(picture.base64EncodedString())"}"#
    }

    @Test("The ink becomes a path in a box that fits it, with its holes")
    func traced() throws {
        let artwork = try SignaturePicture(kind: .signature, png: Self.ring()).artwork()
        #expect(artwork.method == .uploaded && artwork.stroke == nil)
        #expect(artwork.width == 44 && artwork.height == 44)
        let path = try #require(VectorPath(pathData: artwork.path))
        var turns: [Double] = []
        for polygon in Self.polygons(path) {
            turns.append(
                zip(polygon, polygon.dropFirst() + polygon.prefix(1)).reduce(0) {
                    $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) / 2
                })
        }
        // The hole runs the other way, so that it stays empty; corners are rounded by less than a pixel.
        #expect(turns.count == 2 && (turns[0] > 0) != (turns[1] > 0))
        #expect(abs(abs(turns[0]) - 1600) < 4 && abs(abs(turns[1]) - 400) < 4)
        // A straight line does not need a point for each pixel.
        #expect(path.elements.count < 60)
    }

    private static func polygons(_ path: VectorPath) -> [[(x: Double, y: Double)]] {
        var polygons: [[(x: Double, y: Double)]] = []
        for element in path.elements {
            switch element {
            case .move(let x, let y): polygons.append([(x, y)])
            case .line(let x, let y): polygons[polygons.count - 1].append((x, y))
            case .curve, .close: break
            }
        }
        return polygons
    }

    @Test("Dark ink on white paper is traced as ink on nothing is")
    func onPaper() throws {
        let colors = (0..<120 * 60).flatMap { index -> [UInt8] in
            (20..<100).contains(index % 120) && (20..<40).contains(index / 120) ? [20, 20, 60] : [255, 255, 255]
        }
        let png = try PixelGrid(width: 120, height: 60, channels: 3, colors: colors, coverage: []).png()
        let artwork = try SignaturePicture(kind: .initials, png: png).artwork()
        #expect(abs(artwork.width - 84) < 1.5 && abs(artwork.height - 24) < 1.5 && artwork.kind == .initials)
    }

    @Test("It is adopted and told about, and the picture is kept beside the path")
    func adopted() async throws {
        let scene = try Scene()
        let host = scene.host()
        await host.prepare()
        let ring = try Self.ring()
        let session = try SessionAnswer(await host.send(.put, "signature", Self.body(ring)))
        let shown = try #require(session.signature)
        #expect(shown.method == "uploaded" && shown.stroke == nil)
        let hash = try #require(try await scene.desk.envelope().state(of: "1")?.signature)
        let kept = try Artwork(blob: try await scene.desk.blob(hash))
        #expect(kept.path == shown.path)
        let picture = try #require(kept.picture)
        #expect(try PixelGrid(png: picture, PictureLimits()) == PixelGrid(png: ring, PictureLimits()))
        let event = try #require(try await scene.desk.history().events.last)
        let words = EventWords(envelope: try await scene.desk.envelope())
        #expect(words.sentence(event) == "María Fernández adopted a signature from a picture.")
    }

    @Test("A picture that cannot be a signature is refused with its own sentence, and nothing is stored")
    func refused() async throws {
        let scene = try Scene()
        let host = scene.host()
        await host.prepare()
        let events = try await scene.desk.history().events.count
        let blobs = scene.desk.blobCount
        let noise = try Self.picture(width: 600, height: 600) { x, y in (x / 4 + y / 4).isMultiple(of: 2) }
        let cases: [(Data, String)] = [
            (try Self.picture { _, _ in false }, "signature_picture_blank"),
            (try Self.picture { x, y in x == 5 && y < 30 }, "signature_picture_blank"),
            (try Self.picture { _, _ in true }, "signature_picture_full"),
            (noise, "signature_picture_unusable"),
            (try Self.picture(width: 1201, height: 2) { _, _ in true }, "signature_picture_unusable"),
            (Data("<svg/>".utf8), "signature_picture_unusable"),
            (Data([0xFF, 0xD8, 0xFF, 0xE0]), "signature_picture_unusable"),
            (try Self.ring().prefix(60), "signature_picture_unusable"),
            (Data(count: SignaturePicture.mostBytes + 1), "signature_picture_unusable"),
        ]
        for (picture, code) in cases {
            let answer = await host.send(.put, "signature", Self.body(picture))
            #expect(answer.status == 422)
            #expect(try Answer(answer).error?.code == code)
        }
        let noPicture = await host.send(.put, "signature", #"{"kind":"signature","method":"uploaded"}"#)
        #expect(try Answer(noPicture).error?.code == "malformed")
        #expect(try await scene.desk.history().events.count == events)
        #expect(scene.desk.blobCount == blobs)
    }
}
