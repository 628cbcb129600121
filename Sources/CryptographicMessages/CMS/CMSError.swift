/// Why a signature container in a file cannot be read.
package enum CMSError: Error, Sendable, Equatable {
    /// It ends in the middle of a value.
    case truncated
    /// It is not the structure that RFC 5652 describes.
    case malformed
    /// It is a CMS structure of another type.
    case notSignedData
    /// It has no signer.
    case noSigner
}

extension CMSError: CustomStringConvertible {
    package var description: String { CMSFinding(self).sentence }
}
