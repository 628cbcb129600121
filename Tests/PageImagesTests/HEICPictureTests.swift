import Foundation
import Testing

@testable import PageImages

@Suite("Photographs as phones keep them")
struct HEICPictureTests {
    private func file(_ type: String, _ brand: String) -> Data {
        Data([0, 0, 0, 28]) + Data((type + brand).utf8) + Data(repeating: 0, count: 16)
    }

    @Test("Such a file is known by its brand")
    func brands() {
        #expect(HEICPicture.begins(file("ftyp", "heic")) && HEICPicture.begins(file("ftyp", "mif1")))
        #expect(!HEICPicture.begins(file("ftyp", "avif")) && !HEICPicture.begins(file("free", "heic")))
        #expect(!HEICPicture.begins(Data("ftypheic".utf8)) && !HEICPicture.begins(Data()))
    }

    @Test("The notes of a JPEG go, and everything else stays")
    func notes() {
        func part(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] { [0xFF, marker, 0, UInt8(bytes.count + 2)] + bytes }
        let (first, table) = (part(0xE0, [1, 2]), part(0xDB, [3]))
        let scan: [UInt8] = [0xFF, 0xDA, 0, 2, 9, 9, 0xFF, 0xE1, 0xFF, 0xD9]
        let file = Data([0xFF, 0xD8] + first + part(0xE1, [7, 7, 7]) + table + part(0xE1, []) + scan)
        #expect(HEICPicture.withoutNotes(file) == Data([0xFF, 0xD8] + first + table + scan))
        #expect(HEICPicture.withoutNotes(Data([0xFF, 0xD8, 0xFF, 0xE1, 0xFF, 0xFF, 1])) == nil)
        #expect(HEICPicture.withoutNotes(Data([0xFF, 0xD8, 0xFF, 0xE1, 0, 0, 1])) == nil)
        #expect(HEICPicture.withoutNotes(Data("%PDF".utf8)) == nil)
    }

    #if os(Linux)
        @Test("A file that only begins like one is refused as a picture, and leaves nothing behind")
        func broken() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: folder) }
            await #expect {
                _ = try await HEICPicture.jpeg(from: file("ftyp", "heic"), in: folder)
            } throws: { error in
                (error as? PageImageError)?.isOfThePage == true
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    #endif
}
