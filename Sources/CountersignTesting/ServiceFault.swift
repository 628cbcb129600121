import Foundation

/// A failure between an app and its server.
public enum ServiceFault: Sendable, Hashable {
    /// Nothing reaches the server, and there is no answer.
    case offline
    /// The answer takes this long. A call with a shorter timeout fails, and has not reached the service.
    case slow(Duration)
    /// The server rejects the access token: 401.
    case unauthorized
    /// The server fails before doing anything, with a status of 500 or more.
    case serverError(Int)
    /// The server does what was requested, but the answer is lost.
    case answerLost
    /// Signing links have expired when they are opened.
    case expiredLink
}

/// A fault applied to a call.
public struct FaultRecord: Sendable, Hashable {
    /// The fault that the call had.
    public let fault: ServiceFault
    /// In upper case.
    public let method: String
    /// Without the query.
    public let path: String
}

/// A call that reached the stand-in, or would have.
public struct CallRecord: Sendable, Hashable {
    /// In upper case.
    public let method: String
    /// Without the query.
    public let path: String
    /// The status of the service's answer; `nil` if a fault prevented an answer.
    public let status: Int?
}

/// The active faults, and a log of their effects.
struct FaultPlan {
    private struct Order {
        var fault: ServiceFault
        /// How many more calls are affected; `nil` for all.
        var times: Int?
        var concerns: @Sendable (_ method: String, _ path: String) -> Bool
    }

    private var orders: [Order] = []
    var faults: [FaultRecord] = []
    var calls: [CallRecord] = []

    mutating func turnOn(
        _ fault: ServiceFault, times: Int?, for concerns: @escaping @Sendable (String, String) -> Bool
    ) {
        orders.append(Order(fault: fault, times: times, concerns: concerns))
    }

    mutating func turnOff(_ isMeant: (ServiceFault) -> Bool) {
        orders.removeAll { isMeant($0.fault) }
    }

    /// Returns the faults that affect a call, counting and recording each.
    mutating func hits(_ method: String, _ path: String) -> [ServiceFault] {
        var hits: [ServiceFault] = []
        for index in orders.indices where orders[index].concerns(method, path) {
            // A link is opened only in a browser.
            if orders[index].fault == .expiredLink, !path.hasPrefix("/sign/") { continue }
            if let times = orders[index].times {
                guard times > 0 else { continue }
                orders[index].times = times - 1
            }
            hits.append(orders[index].fault)
        }
        faults += hits.map { FaultRecord(fault: $0, method: method, path: path) }
        return hits
    }
}
