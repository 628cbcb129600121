/// An object read member by member. Members that its type does not read are reported as ignored.
protocol WireObject: Decodable, SendableMetatype {
    /// - Throws: `APIError` for a rejected member, or one of the wrong type
    init(reading reader: WireReader) throws
}

extension WireObject {
    package init(from decoder: any Decoder) throws {
        let reader = try WireReader(decoder)
        try self.init(reading: reader)
        try reader.ignoreOthers()
    }
}
