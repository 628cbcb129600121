import Ceremony
import EnvelopeService
import Envelopes
import Foundation
import PageImages
import SignedPDF
import Testing

@testable import TestSupport

@Suite("Logos of brands")
struct LogoTests {
    private static let brands = "/restapi/v2.1/accounts/\(Stage.ada.accountID)/brands"

    private static func brand(_ stage: Stage) async throws -> String {
        let made = await stage.call(
            .post, brands, Data(#"{"brandName":"Fjord"}"#.utf8), headers: [.contentType: "application/json"])
        let brand = (made.json["brands"] as? [[String: Any]])?.first?["brandId"] as? String
        return "\(brands)/\(try #require(brand, "\(made.text)"))/logos/primary"
    }

    private static func set(_ logo: Data, _ path: String, _ stage: Stage) async -> HTTPReply {
        await stage.call(.put, path, logo, headers: [.contentType: "image/png"])
    }

    @Test("A logo is written anew: its pixels stay, and texts and what follows them go")
    func writtenAnew() async throws {
        let stage = try Stage(renderer: PopplerPageRenderer())
        let path = try await Self.brand(stage)
        let file = try GeneratedPNG(colorType: 6, depth: 8, isInterlaced: false, hasTransparency: false, seed: 2)
        let secret = Data("<script>alert(1)</script>".utf8)
        #expect(await Self.set(file.data + secret, path, stage).status == 200)
        let shown = await stage.call(.get, path)
        #expect(shown.headers[.contentType] == "image/png" && shown.body.range(of: secret) == nil)
        #expect(try PixelGrid(png: shown.body, PictureLimits()).colors == file.colors)

        #expect(await Self.set(SampleJPEG.held(6) + secret, path, stage).status == 200)
        let photo = await stage.call(.get, path)
        #expect(photo.headers[.contentType] == "image/jpeg" && photo.body.range(of: secret) == nil)
        // The sample is 8 pixels wide and 4 high, and its camera was turned.
        let header = try PictureHeader(photo.body)
        #expect(header.width == 4 && header.height == 8)
    }

    @Test("A large logo becomes smaller")
    func smaller() async throws {
        let stage = try Stage()
        let path = try await Self.brand(stage)
        let size = (width: 1500, height: 1000)
        let plain = PixelGrid(
            width: size.width, height: size.height, channels: 1,
            colors: [UInt8](repeating: 200, count: size.width * size.height), coverage: [])
        #expect(await Self.set(try plain.png(), path, stage).status == 200)
        let header = try PictureHeader(await stage.call(.get, path).body)
        #expect(header.width == 750 && header.height == 500)
    }

    @Test("What only begins like a picture, and a picture beyond the limit, is refused with the reason")
    func refused() async throws {
        let stage = try Stage(renderer: PopplerPageRenderer())
        let path = try await Self.brand(stage)
        let html = Data("<html><script>alert(1)</script></html>".utf8)
        var large = try GeneratedPNG(
            colorType: 0, depth: 1, isInterlaced: false, hasTransparency: false, seed: 1
        ).data
        large.replaceSubrange(16..<24, with: [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30])
        let cases: [(Data, String)] = [
            (Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + html, "the PNG file is damaged"),
            (Data([0xFF, 0xD8, 0xFF, 0xE0]) + html, "the JPEG file is damaged"),
            (large, "30000 × 30000 pixels of 1 bits"), (html, "it has to be a PNG or JPEG of at most 300 KB"),
        ]
        for (logo, reason) in cases {
            await Self.set(logo, path, stage).expectRefusal(400, "INVALID_REQUEST_PARAMETER", containing: reason)
        }
        #expect(await stage.call(.get, path).status == 404)
    }
}
