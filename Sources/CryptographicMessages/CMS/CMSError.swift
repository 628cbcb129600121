/// Why a signature container in a file cannot be read.
package enum CMSError: Error, Sendable, Equatable {
    /// It ends inside a value.
    case truncated
    /// It does not have the structure of RFC 5652.
    case malformed
    /// It is another type of CMS structure.
    case notSignedData
    /// It has no signer.
    case noSigner
}

extension CMSError: CustomStringConvertible {
    package var description: String { CMSFinding(self).sentence }
}
