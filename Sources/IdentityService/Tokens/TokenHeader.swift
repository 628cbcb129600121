import Essentials
import Foundation
import Passkeys

/// The header of a token that somebody shows, read before any key is chosen.
struct TokenHeader: Sendable, Hashable {
    let algorithm: String
    let keyID: String

    /// The longest token, in bytes.
    static let longestToken = 16 * 1024
    /// Members that are read; others, such as `jku`, `jwk` and `x5u`, bring keys of their own, and `crit` demands more.
    private static let known: Set<String> = ["alg", "kid", "typ"]

    /// - Returns: `nil` for anything but a signed token whose header has no more than an algorithm, a key's id, and a
    ///   type
    init?(of token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard token.utf8.count <= Self.longestToken, parts.count == 3, parts.allSatisfy({ !$0.isEmpty }),
            let bytes = Base64URL.decode(String(parts[0])),
            let members = try? JSONDecoder().decode([String: String].self, from: Data(bytes)),
            Set(members.keys).isSubset(of: Self.known),
            ["jwt", "at+jwt"].contains(members["typ"]?.lowercased() ?? "jwt"),
            let algorithm = members["alg"], let keyID = members["kid"], (1...200).contains(keyID.utf8.count)
        else { return nil }
        self.algorithm = algorithm
        self.keyID = keyID
    }
}
