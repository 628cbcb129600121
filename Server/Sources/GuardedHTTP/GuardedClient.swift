import Foundation
import HTTPTypes

/// Sends requests to URLs from outside, within a policy.
///
/// A name is resolved once, all its addresses are checked, and the connection uses the checked address. The same
/// applies to each redirect. A client for ``init(anyAddress:)`` checks only the URLs.
public struct GuardedClient: Sendable {
    /// Which addresses it contacts.
    public let policy: GuardPolicy
    /// `nil` if every address is allowed.
    private let lookUp: AddressLookup?

    /// Looks names up as the system does.
    public init(_ policy: GuardPolicy) {
        self.init(policy, lookUp: SystemResolver.addresses)
    }

    /// Connects to any address of a host, for URLs that the operator or the person at the command line trusts.
    package init(anyAddress policy: GuardPolicy) {
        self.policy = policy
        lookUp = nil
    }

    package init(_ policy: GuardPolicy, lookUp: @escaping AddressLookup) {
        self.policy = policy
        self.lookUp = lookUp
    }

    /// Sends a request and follows its redirects. Credentials go only to the host that they are for.
    ///
    /// - Throws: ``OutgoingFailure`` and `CancellationError`; a reply with an error status is returned
    public func reply(to request: OutgoingRequest) async throws -> OutgoingReply {
        let end = ContinuousClock.now + request.timeLimit
        var request = request
        var destination = try Self.naming { () throws(AddressRefusal) in try policy.destination(request.url) }
        for _ in 0...policy.mostRedirects {
            let address = try await address(of: destination, until: end, for: request)
            let rest = end - ContinuousClock.now
            guard rest > .zero else { throw OutgoingFailure.tooSlow(seconds: request.timeLimit / .seconds(1)) }
            request.url = destination.url.absoluteString
            let reply = try await HTTPConnection.reply(to: request, at: address, within: rest)
            guard let location = reply.headers[.location], request.redirects.follow(reply.status) else { return reply }
            let next = try Self.naming { () throws(AddressRefusal) in
                try policy.destination(location, from: destination)
            }
            if !next.hasSameOrigin(as: destination) {
                if request.redirects == .withinOrigin { return reply }
                request.headers[.authorization] = nil
            }
            if reply.status == 303 {
                request.method = .get
                request.body = nil
            }
            destination = next
        }
        throw OutgoingFailure.refused(.tooManyRedirects(limit: policy.mostRedirects))
    }

    /// Returns the only address to connect to; `nil` for any.
    private func address(
        of destination: GuardPolicy.Destination, until end: ContinuousClock.Instant, for request: OutgoingRequest
    ) async throws -> NetworkAddress? {
        guard let lookUp else { return nil }
        var addresses = destination.address.map { [$0] }
        if addresses == nil {
            addresses = await FirstAnswer.of({ await lookUp(destination.host) }, until: end)
        }
        guard let addresses else { throw OutgoingFailure.tooSlow(seconds: request.timeLimit / .seconds(1)) }
        return try Self.naming { () throws(AddressRefusal) in try policy.judged(addresses) }
    }

    private static func naming<Value>(_ body: () throws(AddressRefusal) -> Value) throws -> Value {
        do { return try body() } catch { throw OutgoingFailure.refused(error) }
    }
}

extension OutgoingRequest.Redirects {
    fileprivate func follow(_ status: Int) -> Bool {
        switch self {
        case .all: [301, 302, 303, 307, 308].contains(status)
        case .keepingMethod, .withinOrigin: [307, 308].contains(status)
        }
    }
}
