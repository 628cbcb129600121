/// An object that is read member by member. The members that its type does not read are named among those that are
/// ignored, so that none is dropped in silence.
protocol WireObject: Decodable {
    /// - Throws: `APIError` for members that are refused or have the wrong shape.
    init(reading reader: WireReader) throws
}

extension WireObject {
    public init(from decoder: any Decoder) throws {
        let reader = try WireReader(decoder)
        try self.init(reading: reader)
        try reader.ignoreOthers()
    }
}
