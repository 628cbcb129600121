import Foundation
import SwiftASN1

/// The content that a timestamp authority signs: `TSTInfo` (RFC 3161 §2.4.2).
package struct TimestampInfo: Sendable {
    /// The hash function of ``imprint``, supported or not.
    package var imprintAlgorithm: ASN1ObjectIdentifier
    /// The digest of the data that existed at ``time``.
    var imprint: [UInt8]
    package var time: Date
    /// Whether the time is written as RFC 3161 demands.
    package var isTimeRegular: Bool
    /// The authority's policy for the timestamp.
    var policy: ASN1ObjectIdentifier
    /// The nonce of the request.
    var nonce: ExactInteger?

    package init(_ content: ArraySlice<UInt8>) throws(TimestampDefect) {
        do {
            self = try Self.read(content)
        } catch {
            throw error as? TimestampDefect ?? .info
        }
    }

    private static func read(_ content: ArraySlice<UInt8>) throws -> TimestampInfo {
        var nodes = try BER.parse(content).children(of: .sequence)
        _ = try Int(berEncoded: &nodes)
        let policy = try ASN1ObjectIdentifier(berEncoded: &nodes)
        var messageImprint = try nodes.required().children(of: .sequence)
        let algorithm = try AlgorithmReference(&messageImprint).oid
        let imprint = Array(try ASN1OctetString(berEncoded: messageImprint.required()).bytes)
        _ = try nodes.required()  // the serial number
        guard let time = try TimestampTime(nodes.required()) else { throw TimestampDefect.time }
        // Of the remaining fields (accuracy, ordering, nonce, name, extensions), only the nonce is a plain integer.
        var nonce: ExactInteger?
        while let part = nodes.next() {
            if part.identifier == .integer { nonce = try ExactInteger(part) }
        }
        return TimestampInfo(
            imprintAlgorithm: algorithm, imprint: imprint, time: time.date, isTimeRegular: time.isRegular,
            policy: policy, nonce: nonce)
    }

    private init(
        imprintAlgorithm: ASN1ObjectIdentifier, imprint: [UInt8], time: Date, isTimeRegular: Bool,
        policy: ASN1ObjectIdentifier, nonce: ExactInteger?
    ) {
        self.imprintAlgorithm = imprintAlgorithm
        self.imprint = imprint
        self.time = time
        self.isTimeRegular = isTimeRegular
        self.policy = policy
        self.nonce = nonce
    }

    /// Whether ``imprint`` is the digest of the given data; `nil` if its hash function is unsupported.
    package func covers(_ digest: (DigestAlgorithm) -> DigestValue) -> Bool? {
        DigestAlgorithm(imprintAlgorithm).map { digest($0).bytes == imprint }
    }
}

/// Encodes times in certificates and signatures: `UTCTime` and `GeneralizedTime` (RFC 5280 §4.1.2.5).
enum ASN1Time {
    /// Encodes whole seconds as `UTCTime` until 2049 and as `GeneralizedTime` from then on (RFC 5280 §4.1.2.5).
    static func der(_ date: Date) throws -> [UInt8] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        guard let year = parts.year, let month = parts.month, let day = parts.day, let hours = parts.hour,
            let minutes = parts.minute, let seconds = parts.second
        else { throw CocoaError(.formatting) }
        if year < 2050 {
            return try DERBytes.of(
                UTCTime(year: year, month: month, day: day, hours: hours, minutes: minutes, seconds: seconds))
        }
        return try DERBytes.of(
            GeneralizedTime(
                year: year, month: month, day: day, hours: hours, minutes: minutes, seconds: seconds,
                fractionalSeconds: 0))
    }

    static func date(_ node: ASN1Node) throws -> Date {
        if node.identifier == .utcTime {
            let time = try UTCTime(berEncoded: node)
            return date(time.year, time.month, time.day, time.hours, time.minutes, time.seconds)
        }
        let time = try GeneralizedTime(berEncoded: node)
        return date(time.year, time.month, time.day, time.hours, time.minutes, time.seconds)
            .addingTimeInterval(time.fractionalSeconds)
    }

    static func date(
        _ year: Int, _ month: Int, _ day: Int, _ hours: Int, _ minutes: Int, _ seconds: Int
    ) -> Date {
        // Days since 1970-01-01, counting years from March so that a leap day comes last.
        let shiftedYear = month > 2 ? year : year - 1
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return Date(timeIntervalSince1970: Double(((days * 24 + hours) * 60 + minutes) * 60 + seconds))
    }
}
