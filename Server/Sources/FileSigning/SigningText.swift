import DescribedErrors
import Foundation
import SignedPDF

/// Texts about a signed file, for people and programs.
package enum SigningText {
    /// Returns a phrase with the size and the position of the signature.
    package static func describe(_ receipt: FileSigner.Receipt) -> String {
        let place = receipt.page.map { "visible on page \($0)" } ?? "not visible on a page"
        return "\(bytes(receipt.size)), \(bytes(receipt.added)) of them added, \(place)"
    }

    /// Returns two sentences about a level that was not reached.
    package static func describe(_ downgrade: LevelDowngrade) -> String {
        "PAdES \(downgrade.wanted.rawValue) was asked for, only \(downgrade.reached.rawValue) was reached. "
            + downgrade.cause.description
    }

    /// Returns the receipt as one JSON object with every key present.
    package static func json(_ receipt: FileSigner.Receipt) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes, .sortedKeys]
        return VisibleText.json(try encoder.encode(Summary(receipt)))
    }

    private struct Summary: Encodable {
        let receipt: FileSigner.Receipt

        init(_ receipt: FileSigner.Receipt) { self.receipt = receipt }

        private enum CodingKeys: String, CodingKey {
            case output, size, added, page, keyWasEphemeral, level, downgrade
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(receipt.output.relativePath, forKey: .output)
            try container.encode(receipt.size, forKey: .size)
            try container.encode(receipt.added, forKey: .added)
            try container.encode(receipt.page, forKey: .page)
            try container.encode(receipt.keyWasEphemeral, forKey: .keyWasEphemeral)
            try container.encode(receipt.level, forKey: .level)
            try container.encode(receipt.downgrade, forKey: .downgrade)
        }
    }

    /// Returns a size as `1,234 bytes`, `84.1 KB`, or `2.3 MB`. Formatted by hand: for one small file, loading the
    /// system's number formats would take longer than signing.
    package static func bytes(_ count: Int) -> String {
        switch count {
        case ..<1000: "\(count) bytes"
        case ..<10_000:
            "\(count / 1000),\(String(repeating: "0", count: 3 - String(count % 1000).count))\(count % 1000) bytes"
        case ..<1_000_000: "\(tenths(count, of: 1000)) KB"
        default: "\(tenths(count, of: 1_000_000)) MB"
        }
    }

    /// Returns a number of units with one digit after the decimal point.
    private static func tenths(_ count: Int, of unit: Int) -> String {
        let tenths = (count + unit / 20) / (unit / 10)
        return "\(tenths / 10).\(tenths % 10)"
    }
}
