import Crypto
import Essentials
import Foundation

/// A device's signed statement about the time at which it recorded an event offline.
///
/// An event's time is the time of the device's clock. To check it, compare the clock with the last time received from
/// the server (``serverTime``), and both with ``elapsed``, which nobody can set.
///
/// The device does not disclose how long it has been on, or which of its starts that was: each count begins with an
/// event in the app.
///
/// The signature is ECDSA with P-256 and SHA-256 (FIPS 186-5 §6), over the event's canonical bytes without the member
/// `hash` and without ``signature`` itself; the event's hash covers the signature as well. Keys and signatures are
/// written in base64 (RFC 4648 §4).
public struct DeviceEvidence: Hashable, Sendable {
    /// The identifier of the time zone that the device was set to, such as `Europe/Berlin`.
    public var zone: String
    /// The offset of that zone from UTC at this time, in seconds.
    public var secondsFromUTC: Int
    /// Milliseconds from the beginning of a count to this act, including sleep if the system counts it.
    public var elapsed: Int
    /// The id of the count. Milliseconds compare only within one count; `nil` if they compare with none.
    public var count: String?
    /// The last time that the server sent to this device.
    public var serverTime: ServerTime?
    /// Further facts that the app discloses: `model`, `system`, `name`, `app` and others of its choice. Names are
    /// ASCII.
    public var facts: [String: String]
    /// The position of the device, if the app passed one.
    public var position: Position?
    /// The device's public key: an uncompressed point, 65 bytes (ANSI X9.63); set by ``signed(_:by:)``.
    public internal(set) var publicKey: Data?
    /// The integers r and s, 64 bytes; set by ``signed(_:by:)``.
    public internal(set) var signature: Data?

    /// Makes the unsigned statement; ``signed(_:by:)`` signs it with the event's bytes.
    public init(
        zone: String, secondsFromUTC: Int, elapsed: Int, count: String? = nil, serverTime: ServerTime? = nil,
        facts: [String: String] = [:], position: Position? = nil
    ) {
        self.zone = zone
        self.secondsFromUTC = secondsFromUTC
        self.elapsed = elapsed
        self.count = count
        self.serverTime = serverTime
        self.facts = facts
        self.position = position
    }

    /// A time that came from a server.
    public struct ServerTime: Hashable, Sendable, Codable {
        /// The server's time, rounded to the millisecond.
        public let at: Date
        /// The time of arrival, in milliseconds since the beginning of a count.
        public let elapsed: Int
        /// The id of that count.
        public let count: String?

        /// Rounds the server's time to the millisecond.
        public init(at: Date, elapsed: Int, count: String? = nil) {
            self.at = Timestamp.quantized(at)
            self.elapsed = elapsed
            self.count = count
        }
    }

    /// A position on the earth (WGS 84), in whole ten-millionths of a degree.
    public struct Position: Hashable, Sendable, Codable {
        private let north: Int
        private let east: Int
        /// The radius around the position, in meters; `nil` if unknown.
        public let accuracy: Int?

        /// - Parameters: `latitude` and `longitude` in degrees, positive to the north and east
        public init(latitude: Double, longitude: Double, accuracy: Int? = nil) {
            north = Self.units(latitude, limit: 90)
            east = Self.units(longitude, limit: 180)
            self.accuracy = accuracy
        }

        /// Degrees from -90 to 90, positive to the north.
        public var latitude: Double { Double(north) / 10_000_000 }
        /// Degrees from -180 to 180, positive to the east.
        public var longitude: Double { Double(east) / 10_000_000 }

        private static func units(_ degrees: Double, limit: Double) -> Int {
            degrees.isNaN ? 0 : Int((min(max(degrees, -limit), limit) * 10_000_000).rounded())
        }

        private enum CodingKeys: String, CodingKey {
            case north = "latitude"
            case east = "longitude"
            case accuracy
        }
    }

    /// The server's last time plus the milliseconds counted since; `nil` if the count is not the same.
    public var estimatedTime: Date? {
        guard let serverTime, count != nil, serverTime.count == count, elapsed >= serverTime.elapsed else {
            return nil
        }
        return Timestamp.quantized(
            serverTime.at.addingTimeInterval((Double(elapsed) - Double(serverTime.elapsed)) / 1000))
    }

    /// Whether no text is too long and there are not too many facts.
    var isWithinLimits: Bool {
        let texts = [zone, count ?? "", serverTime?.count ?? ""]
        return texts.allSatisfy { $0.utf8.count <= EnvelopeLimits.deviceFactName }
            && facts.count <= EnvelopeLimits.deviceFacts
            && facts.allSatisfy {
                $0.key.utf8.count <= EnvelopeLimits.deviceFactName && $0.value.utf8.count <= EnvelopeLimits.deviceFact
            }
    }

    /// Whether the signature over these bytes verifies with ``publicKey``.
    func isSigned(_ bytes: Data) -> Bool {
        guard let publicKey, let signature,
            let key = try? P256.Signing.PublicKey(x963Representation: publicKey),
            let proof = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { return false }
        return key.isValidSignature(proof, for: bytes)
    }
}

extension DeviceEvidence: Codable {
    private enum CodingKeys: String, CodingKey {
        case zone
        case secondsFromUTC = "secondsFromUtc"
        case elapsed, count, serverTime, facts, position, publicKey, signature
    }

    /// Reads the key and the signature from base64.
    ///
    /// - Throws: `DecodingError` for text that is not base64
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func data(_ key: CodingKeys) throws -> Data? {
            guard let text = try members.decodeIfPresent(String.self, forKey: key) else { return nil }
            guard let data = Data(base64Encoded: text) else {
                throw DecodingError.dataCorruptedError(forKey: key, in: members, debugDescription: "not base64")
            }
            return data
        }
        zone = try members.decode(String.self, forKey: .zone)
        secondsFromUTC = try members.decode(Int.self, forKey: .secondsFromUTC)
        elapsed = try members.decode(Int.self, forKey: .elapsed)
        count = try members.decodeIfPresent(String.self, forKey: .count)
        serverTime = try members.decodeIfPresent(ServerTime.self, forKey: .serverTime)
        facts = try members.decode([String: String].self, forKey: .facts)
        position = try members.decodeIfPresent(Position.self, forKey: .position)
        publicKey = try data(.publicKey)
        signature = try data(.signature)
    }

    /// Writes the form that the event's hash covers, and leaves out absent members.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(zone, forKey: .zone)
        try members.encode(secondsFromUTC, forKey: .secondsFromUTC)
        try members.encode(elapsed, forKey: .elapsed)
        try members.encodeIfPresent(count, forKey: .count)
        try members.encodeIfPresent(serverTime, forKey: .serverTime)
        try members.encode(facts, forKey: .facts)
        try members.encodeIfPresent(position, forKey: .position)
        try members.encodeIfPresent(publicKey?.base64EncodedString(), forKey: .publicKey)
        try members.encodeIfPresent(signature?.base64EncodedString(), forKey: .signature)
    }
}
