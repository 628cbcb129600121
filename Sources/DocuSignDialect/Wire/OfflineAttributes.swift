import Envelopes

extension Wire {
    /// A client's statements about a signature made offline. All are text, and none is verified.
    package struct OfflineAttributes: WireRecord, Codable, Hashable, Sendable {
        /// The consumer disclosure that the signer accepted.
        package var accountEsignId: String?
        package var deviceModel: String?
        package var deviceName: String?
        /// Degrees, as text.
        package var gpsLatitude: String?
        package var gpsLongitude: String?
        package var offlineSigningHash: String?

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
