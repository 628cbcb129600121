import Foundation

/// What can go wrong between an app and its server.
public enum ServiceFault: Sendable, Hashable {
    /// Nothing arrives, and no answer comes.
    case offline
    /// The answer takes this long. A call that waits for less fails then, and has not reached the service.
    case slow(Duration)
    /// The server knows the access token no longer: 401.
    case unauthorized
    /// The server fails before it does anything: a status of 500 or more.
    case serverError(Int)
    /// The server does what was asked, and the answer is lost on its way.
    case answerLost
    /// Signing links are too old when they are opened.
    case expiredLink
}

/// A fault that happened to a call.
public struct FaultRecord: Sendable, Hashable {
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
    /// What the service answered; nil where a fault kept the call from it.
    public let status: Int?
}

/// Faults that are on, and what they did.
struct FaultPlan {
    private struct Order {
        var fault: ServiceFault
        /// How many calls are still to be hit; nil for all.
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

    /// The faults that hit a call, each counted and noted.
    mutating func hits(_ method: String, _ path: String) -> [ServiceFault] {
        var hits: [ServiceFault] = []
        for index in orders.indices where orders[index].concerns(method, path) {
            // A link is opened in a browser and nowhere else.
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
