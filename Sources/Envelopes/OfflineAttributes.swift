/// A client's claims about a signature that it collected offline. They are stored and returned unchanged, and prove
/// nothing.
public struct OfflineAttributes: Hashable, Sendable, Codable {
    /// The disclosure that the signer agreed to.
    public var accountEsignID: String?
    public var deviceModel: String?
    public var deviceName: String?
    /// Degrees, as text.
    public var latitude: String?
    public var longitude: String?
    public var signingHash: String?

    public init(
        accountEsignID: String? = nil, deviceModel: String? = nil, deviceName: String? = nil, latitude: String? = nil,
        longitude: String? = nil, signingHash: String? = nil
    ) {
        self.accountEsignID = accountEsignID
        self.deviceModel = deviceModel
        self.deviceName = deviceName
        self.latitude = latitude
        self.longitude = longitude
        self.signingHash = signingHash
    }

    var texts: [String?] { [accountEsignID, deviceModel, deviceName, latitude, longitude, signingHash] }

    private enum CodingKeys: String, CodingKey {
        case accountEsignID = "accountEsignId"
        case deviceModel, deviceName
        case latitude = "gpsLatitude"
        case longitude = "gpsLongitude"
        case signingHash = "offlineSigningHash"
    }
}
