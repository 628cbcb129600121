import Essentials
import Foundation
import Testing

@testable import DocumentConversion

#if os(Linux)
    @Suite("Programs that make PDFs")
    struct DocumentConverterTests {
        private let converter = DocumentConverter()

        @Test("Texts become PDFs")
        func texts() async throws {
            for (kind, text) in [
                (FileKind.text, "Lease of a house"), (.html, "<h1>Lease</h1>"), (.rtf, "{\\rtf1 Lease}"),
            ] {
                let made = try await converter.pdf(from: Data(text.utf8), kind, for: .sole)
                #expect(made.starts(with: Data("%PDF-".utf8)))
            }
        }

        @Test("What cannot be read is said to be unreadable, and what is encrypted to need its password")
        func unreadable() async throws {
            await #expect(throws: ConversionProblem.unreadable(.docx)) {
                try await converter.pdf(from: Data([0x50, 0x4B, 3, 4, 9, 9, 9]), .docx, for: .sole)
            }
            await #expect(throws: ConversionProblem.unreadable(.tiff)) {
                _ = try await converter.pictures(
                    in: Data([0x49, 0x49, 0x2A, 0, 1]), .tiff, keeping: 1_000_000, for: .sole)
            }
            let encrypted =
                Data([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])
                + (try #require("EncryptedPackage".data(using: .utf16LittleEndian)))
            await #expect(throws: ConversionProblem.encrypted(.docx)) {
                try await converter.pdf(from: encrypted, .docx, for: .sole)
            }
        }

        @Test("A program that takes too long is ended, with all that it started")
        func slow() async throws {
            var limits = ConversionLimits()
            limits.seconds = 0
            let hasty = DocumentConverter(limits: limits)
            await #expect(throws: ConversionProblem.timedOut(.text, seconds: 0)) {
                try await hasty.pdf(from: Data("x".utf8), .text, for: .sole)
            }
        }

        @Test("Beyond the line, an account's files are refused")
        func busy() async throws {
            var limits = ConversionLimits()
            limits.atOnce = 1
            limits.line = 0
            let narrow = DocumentConverter(limits: limits)
            let results = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        do {
                            _ = try await narrow.pdf(from: Data("x".utf8), .text, for: .sole)
                            return true
                        } catch {
                            return error as? ConversionProblem != .busy
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.filter { $0 }.count == 1)
        }

        @Test("The program sees no file of the service and no network")
        func confined() async throws {
            let secret = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID().uuidString)")
            try Data("secret".utf8).write(to: secret)
            defer { try? FileManager.default.removeItem(at: secret) }
            // The same confinement around a shell that tries.
            let program = ConvertingProgram.shell(
                """
                cat '\(secret.path)' /etc/passwd 2>/dev/null; ls /root /home /var/lib 2>/dev/null
                cat /proc/net/dev | tail -n +3 | cut -d: -f1 | tr -d ' \\n'
                echo x 2>/dev/null >/usr/x && echo wrote; echo x 2>/dev/null >/x && echo wrote; true
                """)
            let seen = try await program.output(for: Data(), ConversionLimits(), fontFolders: [])
            #expect(String(decoding: seen, as: UTF8.self) == "lo")
        }
    }

    extension ConvertingProgram {
        /// A shell in place of a converter.
        fileprivate static func shell(_ script: String) -> Self {
            Self(name: "shell", paths: ["/bin/sh"], script: script, arguments: [])
        }
    }
#endif
