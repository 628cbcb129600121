import Foundation

/// An app on Android that opens sign-in links.
public struct AndroidApp: Sendable, Hashable, Codable {
    /// The name of its package, such as `com.example.shop`.
    public var package: String
    /// The SHA-256 digests of its signing certificates: 32 bytes as pairs of upper-case hexadecimal digits between colons.
    public var certificates: [String]

    /// Checks nothing; problems are found where the settings are stored.
    public init(package: String, certificates: [String]) {
        self.package = package
        self.certificates = certificates
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case package
        case certificates = "sha256_cert_fingerprints"
    }

    /// - Throws: `DecodingError`, also for an unknown member
    public init(from decoder: any Decoder) throws {
        try decoder.refuseOthers(than: CodingKeys.allCases.map(\.rawValue))
        let members = try decoder.container(keyedBy: CodingKeys.self)
        package = try members.decode(String.self, forKey: .package)
        certificates = try members.decode([String].self, forKey: .certificates)
    }

    func problems() -> [String] {
        var problems: [String] = []
        if package.utf8.count > 255 || package.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+/) == nil
        {
            problems.append("The package “\(package.prefix(200))” has to be like com.example.shop.")
        }
        if !(1...20).contains(certificates.count)
            || certificates.contains(where: { $0.wholeMatch(of: /[0-9A-F]{2}(:[0-9A-F]{2}){31}/) == nil })
        {
            problems.append(
                "The app \(package.prefix(200)) needs 1 to 20 SHA-256 digests of certificates, each of 32 pairs like A1 between colons."
            )
        }
        return problems
    }
}
