/// Why a signature container in a file cannot be read.
package enum CMSError: Error, Sendable, Equatable {
    /// It is no BER structure, or not the one it should be; the reason is a part of a sentence.
    case damaged(String)
    /// It is a CMS structure of another type.
    case notSignedData
    /// It has no signer.
    case noSigner
}

extension CMSError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .damaged(let reason): "The signature container is damaged: \(reason)."
        case .notSignedData: "The signature container holds something else than signed data."
        case .noSigner: "The signature container holds no signature."
        }
    }
}
