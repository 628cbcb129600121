import DescribedErrors

extension StorageError: DescribedError {
    /// The domain of these errors as `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.StorageError"
    /// The numbers and words of the cases; the same in all versions.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .conflict: (1, "conflict")
        case .duplicateTransaction: (2, "duplicate-transaction")
        case .unknownEnvelope: (3, "unknown-envelope")
        case .missingBlob: (4, "missing-blob")
        case .damagedBlob: (5, "damaged-blob")
        case .file: (6, "file")
        case .database: (7, "database")
        case .unreadable: (8, "unreadable")
        case .full: (9, "full")
        case .unavailable: (10, "unavailable")
        }
    }
}

extension UploadError: DescribedError {
    /// The domain of these errors as `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.UploadError"
    /// The numbers and words of the cases; the same in all versions.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .wrongOffset: (1, "wrong-offset")
        case .otherSize: (2, "other-size")
        case .tooMany: (3, "too-many")
        case .tooMuch: (4, "too-much")
        }
    }
    /// One sentence with the number that the uploader needs to continue or stop.
    public var description: String {
        switch self {
        case .wrongOffset(let received): "The part does not continue the upload, which has \(received) bytes."
        case .otherSize(let size): "The upload was started with a size of \(size) bytes."
        case .tooMany(let limit): "The account has \(limit) unfinished uploads already."
        case .tooMuch(let limit): "The account would have more than \(limit) bytes of orphaned uploads."
        }
    }
}

extension MessageQuotaFull: DescribedError {
    /// The domain of this error as `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.MessageQuotaFull"
    /// The only code of the type; the same in all versions.
    public var numberedCode: (number: Int, code: String) { (1, "message-quota-full") }
    /// One sentence; ``again`` has the time.
    public var description: String { "No more such messages may leave within the hour." }
}
