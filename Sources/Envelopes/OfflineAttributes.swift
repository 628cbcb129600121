/// A client's claims about a signature that it collected offline. They are stored and returned unchanged, and prove
/// nothing.
public struct OfflineAttributes: Hashable, Sendable, Codable {
    /// The disclosure that the signer agreed to.
    public var accountEsignID: String?
    /// The API's `deviceModel`.
    public var deviceModel: String?
    /// The API's `deviceName`.
    public var deviceName: String?
    /// Degrees, as text.
    public var latitude: String?
    /// Degrees, as text.
    public var longitude: String?
    /// The API's `offlineSigningHash`; never compared with anything.
    public var signingHash: String?

    /// Each text has at most 500 characters, which is checked with the whole definition.
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
