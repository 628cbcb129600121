import Foundation
import SwiftASN1
import X509

/// The available revocation information and its positions in the file.
///
/// The position determines which document timestamps prove that the information existed, and when.
package struct RevocationEvidence: Sendable {
    /// The position of information from outside the file.
    package static let fetched = Int.max

    package struct Response: Sendable {
        /// A number that identifies the bytes, for ``SignatureMemory``.
        package var number: Int
        package var content: OCSPResponse
        /// The offset in bytes from the start of the file.
        package var position: Int
    }

    package struct List: Sendable {
        package var number: Int
        package var content: CertificateRevocationList
        package var position: Int
    }

    /// Certificates that may belong to responders.
    package var certificates: [Certificate] = []
    private var responses: [Response] = []
    private var responsesBySerialNumber: [ExactInteger: [Int]] = [:]
    private var lists: [List] = []
    private var listsByIssuer: [DistinguishedName: [Int]] = [:]
    private var known: [[UInt8]: Place] = [:]
    /// The number of unreadable pieces.
    package private(set) var unreadable = 0
    /// The results of signature checks, which take most of the time.
    let memory = SignatureMemory()

    package init() {}

    private enum Place {
        case response(Int)
        case list(Int)
    }

    /// Adds an `OCSPResponse`; a duplicate counts at the earlier of its positions.
    package mutating func add(response bytes: [UInt8], at position: Int) {
        if case .response(let index)? = known[bytes] {
            responses[index].position = min(responses[index].position, position)
            return
        }
        guard let content = try? OCSPResponse(bytes) else {
            unreadable += 1
            return
        }
        known[bytes] = .response(responses.count)
        for number in Set(content.answers.map(\.certificate.serialNumber)) {
            responsesBySerialNumber[number, default: []].append(responses.count)
        }
        responses.append(Response(number: known.count, content: content, position: position))
    }

    /// Adds a `CertificateList`; a duplicate counts at the earlier of its positions.
    package mutating func add(list bytes: [UInt8], at position: Int) {
        if case .list(let index)? = known[bytes] {
            lists[index].position = min(lists[index].position, position)
            return
        }
        guard let content = try? CertificateRevocationList(bytes) else {
            unreadable += 1
            return
        }
        known[bytes] = .list(lists.count)
        listsByIssuer[content.issuer, default: []].append(lists.count)
        lists.append(List(number: known.count, content: content, position: position))
    }

    package func responses(about certificate: Certificate) -> [Response] {
        (responsesBySerialNumber[certificate.exactSerialNumber] ?? []).map { responses[$0] }
    }

    package func lists(by issuer: DistinguishedName) -> [List] {
        (listsByIssuer[issuer] ?? []).map { lists[$0] }
    }
}
