import Foundation
import Testing

@Suite("Privacy manifests")
struct PrivacyManifestTests {
    /// What stands for a use of an API that needs a reason, by Apple's name of its category.
    private static let signs: [String: String] = [
        "FileTimestamp": #"contentModificationDate|creationDate|modificationDate|\b[fl]?stat\(|fstatat\(|getattrlist"#,
        "SystemBootTime": #"systemUptime|mach_absolute_time|mach_continuous_time|CLOCK_BOOTTIME|CLOCK_MONOTONIC"#,
        "DiskSpace": #"volumeAvailableCapacity|volumeTotalCapacity|systemFreeSize|systemSize|statv?fs"#,
        "ActiveKeyboards": "activeInputModes",
        "UserDefaults": "UserDefaults|AppStorage",
    ]

    private static var sources: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources")
    }

    private func used(in rooms: [String]) throws -> Set<String> {
        var found: Set<String> = []
        for room in rooms {
            let folder = Self.sources.appending(path: room)
            let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            var count = 0
            for case let file as URL in files where file.pathExtension == "swift" {
                count += 1
                let text = try String(contentsOf: file, encoding: .utf8)
                for (category, sign) in Self.signs where text.contains(try Regex(sign)) { found.insert(category) }
            }
            #expect(count > 0, "There is no room \(room).")
        }
        return found
    }

    private func declared(by room: String) throws -> Set<String> {
        struct Manifest: Decodable {
            struct Access: Decodable {
                let NSPrivacyAccessedAPIType: String
                let NSPrivacyAccessedAPITypeReasons: [String]
            }
            let NSPrivacyTracking: Bool
            let NSPrivacyAccessedAPITypes: [Access]
        }
        let data = try Data(contentsOf: Self.sources.appending(path: "\(room)/PrivacyInfo.xcprivacy"))
        let manifest = try PropertyListDecoder().decode(Manifest.self, from: data)
        #expect(!manifest.NSPrivacyTracking)
        #expect(manifest.NSPrivacyAccessedAPITypes.allSatisfy { !$0.NSPrivacyAccessedAPITypeReasons.isEmpty })
        let prefix = "NSPrivacyAccessedAPICategory"
        return Set(
            manifest.NSPrivacyAccessedAPITypes.map { String($0.NSPrivacyAccessedAPIType.dropFirst(prefix.count)) })
    }

    @Test("Each manifest declares exactly the APIs that the code uses, with a reason")
    func complete() throws {
        // What an app gets with the library.
        let library = [
            "Countersign", "Ceremony", "Envelopes", "SignedPDF", "PDFFormat", "CryptographicMessages",
            "DocuSignDialect", "SignWellDialect", "Ledger", "Typesetting", "PageImages", "Glyphs", "ClientSupport",
            "DescribedErrors", "Essentials", "HTTPMessages", "PageKit", "ServiceCalls",
        ]
        #expect(try used(in: library) == declared(by: "Countersign"))
        let identity = [
            "CountersignIdentity", "ClientSupport", "DescribedErrors", "Essentials", "HTTPMessages", "RowndDialect",
        ]
        #expect(try used(in: identity) == declared(by: "CountersignIdentity"))
        #expect(try used(in: ["CountersignUI"]) == declared(by: "CountersignUI"))
        #expect(try used(in: library) == ["FileTimestamp", "SystemBootTime"])
    }

    /// What stands for data that the code sends, by Apple's name of it.
    private static let data: [String: String] = [
        "Name": #"first_name|\bname: recipient\.name|displayName|\.name\b"#, "EmailAddress": #"\bemail\b"#,
        "PhoneNumber": #"startSignIn\(\s*phone"#, "PreciseLocation": "DevicePosition|latitude",
        "UserID": #"\buserID\b"#, "OtherUserContent": #"EnvelopeDefinition\(requesting:|\["data": \.object"#,
    ]

    @Test("Each manifest names the data that the code sends", arguments: ["Countersign", "CountersignIdentity"])
    func data(room: String) throws {
        struct Manifest: Decodable {
            struct Kind: Decodable {
                let NSPrivacyCollectedDataType: String
                let NSPrivacyCollectedDataTypeTracking: Bool
                let NSPrivacyCollectedDataTypePurposes: [String]
            }
            let NSPrivacyCollectedDataTypes: [Kind]
        }
        let bytes = try Data(contentsOf: Self.sources.appending(path: "\(room)/PrivacyInfo.xcprivacy"))
        let kinds = try PropertyListDecoder().decode(Manifest.self, from: bytes).NSPrivacyCollectedDataTypes
        #expect(kinds.allSatisfy { !$0.NSPrivacyCollectedDataTypeTracking })
        #expect(
            kinds.allSatisfy {
                $0.NSPrivacyCollectedDataTypePurposes == ["NSPrivacyCollectedDataTypePurposeAppFunctionality"]
            })
        let declared = kinds.map { String($0.NSPrivacyCollectedDataType.dropFirst("NSPrivacyCollectedDataType".count)) }
        let files = try #require(
            FileManager.default.enumerator(at: Self.sources.appending(path: room), includingPropertiesForKeys: nil))
        let text = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map {
            try String(contentsOf: $0, encoding: .utf8)
        }.joined()
        let sent = try Self.data.filter { text.contains(try Regex($0.value)) }.map(\.key)
        #expect(sent.sorted() == declared.sorted())
    }
}
