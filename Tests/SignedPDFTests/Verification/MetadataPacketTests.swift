import Foundation
import Testing

@testable import SignedPDF

@Suite("XMP packets")
struct MetadataPacketTests {
    private func rest(_ text: String) -> String? {
        MetadataPacket(Data("<x:xmpmeta>\(text)".utf8)).map { String(decoding: $0.withoutHousekeeping, as: UTF8.self) }
    }

    @Test("A packet is read to its end, wherever it is cut")
    func cut() throws {
        let whole = " <a pdf:Producer=\"x\" xmp:ModifyDate='y'>t</a><xmp:MetadataDate>z</xmp:MetadataDate>"
        #expect(rest(whole) == "<x:xmpmeta><a>t</a>")
        for end in whole.indices { #expect(rest(String(whole[..<end])) != nil) }
        #expect(rest(" pdf:Producer=") == "<x:xmpmeta>pdf:Producer=")
        #expect(rest(" pdf:Producer=\"") == "<x:xmpmeta>pdf:Producer=\"")
    }
}
