import DescribedErrors

extension StorageError: DescribedError {
    public static let errorDomain = "Countersign.StorageError"
    public var errorCode: Int {
        switch self {
        case .conflict: 1
        case .duplicateTransaction: 2
        case .unknownEnvelope: 3
        case .missingBlob: 4
        case .damagedBlob: 5
        case .file: 6
        case .database: 7
        case .unreadable: 8
        }
    }
}

extension UploadError: DescribedError {
    public static let errorDomain = "Countersign.UploadError"
    public var errorCode: Int {
        switch self {
        case .wrongOffset: 1
        case .otherSize: 2
        case .tooMany: 3
        case .tooMuch: 4
        }
    }
    public var description: String {
        switch self {
        case .wrongOffset(let received): "The part does not begin where the upload ends: \(received) bytes are there."
        case .otherSize(let size): "The upload was begun with \(size) bytes."
        case .tooMany(let limit): "The account has \(limit) unfinished uploads already."
        case .tooMuch(let limit): "The account would have more than \(limit) bytes that no envelope names."
        }
    }
}
