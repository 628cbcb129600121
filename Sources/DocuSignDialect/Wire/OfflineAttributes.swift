import Envelopes

extension Wire {
    /// A client's statements about a signature made offline. All are text, and none is verified.
    public struct OfflineAttributes: WireRecord, Codable, Hashable, Sendable {
        /// The consumer disclosure that the signer accepted.
        public var accountEsignId: String?
        public var deviceModel: String?
        public var deviceName: String?
        /// Degrees, as text.
        public var gpsLatitude: String?
        public var gpsLongitude: String?
        public var offlineSigningHash: String?

        static let members: [WireMember<Self>] = [
            .text("accountEsignId", \.accountEsignId),
            .text("deviceModel", \.deviceModel),
            .text("deviceName", \.deviceName),
            .text("gpsLatitude", \.gpsLatitude),
            .text("gpsLongitude", \.gpsLongitude),
            .text("offlineSigningHash", \.offlineSigningHash),
        ]
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
