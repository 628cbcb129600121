import Envelopes

extension Wire {
    /// A client's statements about a signature made offline. All are text, and none is verified.
    public struct OfflineAttributes: WireObject, Codable, Hashable, Sendable {
        /// The consumer disclosure that the signer accepted.
        public var accountEsignId: String?
        public var deviceModel: String?
        public var deviceName: String?
        /// Degrees, as text.
        public var gpsLatitude: String?
        public var gpsLongitude: String?
        public var offlineSigningHash: String?

        public init(
            accountEsignId: String? = nil, deviceModel: String? = nil, deviceName: String? = nil,
            gpsLatitude: String? = nil, gpsLongitude: String? = nil, offlineSigningHash: String? = nil
        ) {
            self.accountEsignId = accountEsignId
            self.deviceModel = deviceModel
            self.deviceName = deviceName
            self.gpsLatitude = gpsLatitude
            self.gpsLongitude = gpsLongitude
            self.offlineSigningHash = offlineSigningHash
        }

        init(reading reader: WireReader) throws {
            accountEsignId = try reader.text("accountEsignId")
            deviceModel = try reader.text("deviceModel")
            deviceName = try reader.text("deviceName")
            gpsLatitude = try reader.text("gpsLatitude")
            gpsLongitude = try reader.text("gpsLongitude")
            offlineSigningHash = try reader.text("offlineSigningHash")
        }
    }
}

extension Wire.OfflineAttributes {
    /// Returns `nil` for `nil`.
    init?(_ attributes: Envelopes.OfflineAttributes?) {
        guard let attributes else { return nil }
        self.init(
            accountEsignId: attributes.accountEsignID, deviceModel: attributes.deviceModel,
            deviceName: attributes.deviceName, gpsLatitude: attributes.latitude, gpsLongitude: attributes.longitude,
            offlineSigningHash: attributes.signingHash)
    }

    var attributes: Envelopes.OfflineAttributes {
        Envelopes.OfflineAttributes(
            accountEsignID: accountEsignId, deviceModel: deviceModel, deviceName: deviceName, latitude: gpsLatitude,
            longitude: gpsLongitude, signingHash: offlineSigningHash)
    }
}
