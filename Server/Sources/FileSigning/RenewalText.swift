import DescribedErrors
import Foundation
import SignedPDF

/// Texts about a renewal, for people and programs.
package enum RenewalText {
    /// - Parameter file: the name of the renewed file
    package static func describe(_ outcome: FileRenewer.Outcome, file: String) -> String {
        switch outcome {
        case .notNeeded(let forecast):
            "Nothing needs doing: the file can be verified until \(forecast.date.formatted(.iso8601)), "
                + "when \(forecast.reason.clause)."
        case .renewed(let size, let added, let reason):
            "Renewed \(file): \(SigningText.bytes(size)), \(SigningText.bytes(added)) of them added. \(reason)"
        }
    }

    /// Returns the outcome as one JSON object with every key present.
    package static func json(_ outcome: FileRenewer.Outcome) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes, .sortedKeys]
        return VisibleText.json(try encoder.encode(Summary(outcome: outcome)))
    }

    private struct Summary: Encodable {
        var outcome: FileRenewer.Outcome

        private enum CodingKeys: String, CodingKey {
            case renewed, size, added, reason, verifiableUntil
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch outcome {
            case .notNeeded(let forecast):
                try container.encode(false, forKey: .renewed)
                for key in [CodingKeys.size, .added, .reason] { try container.encodeNil(forKey: key) }
                try container.encode(forecast, forKey: .verifiableUntil)
            case .renewed(let size, let added, let reason):
                try container.encode(true, forKey: .renewed)
                try container.encode(size, forKey: .size)
                try container.encode(added, forKey: .added)
                try container.encode(reason, forKey: .reason)
                try container.encodeNil(forKey: .verifiableUntil)
            }
        }
    }
}
