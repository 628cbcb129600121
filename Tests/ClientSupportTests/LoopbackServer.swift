import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A request as it came over the wire.
struct WireRequest: Sendable {
    var line = ""
    /// Names in lower case.
    var headers: [String: String] = [:]
    var body = Data()
    /// Read up to the end of what the client had sent when it closed.
    var isWhole = false
}

/// An HTTP server of a test on a free port of this machine, one thread a connection.
final class LoopbackServer: Sendable {
    /// The bytes to answer with; nil never answers and keeps the connection.
    typealias Answer = @Sendable (WireRequest) -> Data?

    let port: UInt16
    private let listener: Int32

    init(_ answer: @escaping Answer) throws {
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let listener = socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        port = UInt16(bigEndian: address.sin_port)
        self.listener = listener
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread { Self.serve(connection, answer) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    func url(_ path: String) -> URL {
        URL(string: "http://127.0.0.1:\(port)\(path)") ?? URL(filePath: "/")
    }

    private static func serve(_ connection: Int32, _ answer: Answer) {
        defer { close(connection) }
        var received = Data()
        while true {
            guard let request = read(connection, &received) else { return }
            guard let bytes = answer(request) else {
                // Waits until the client gives up.
                var byte: UInt8 = 0
                while recv(connection, &byte, 1, 0) > 0 {}
                return
            }
            let sent = bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if sent != bytes.count || String(decoding: bytes.prefix(4096), as: UTF8.self).contains("close") { return }
        }
    }

    private static func read(_ connection: Int32, _ received: inout Data) -> WireRequest? {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let end = received.range(of: Data("\r\n\r\n".utf8)) {
                var request = WireRequest()
                let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
                request.line = lines.first ?? ""
                for line in lines.dropFirst() {
                    let parts = line.split(separator: ":", maxSplits: 1)
                    guard parts.count == 2 else { continue }
                    request.headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
                }
                let length = request.headers["content-length"].flatMap { Int($0) } ?? 0
                if received.endIndex - end.upperBound >= length {
                    request.body = received[end.upperBound..<(end.upperBound + length)]
                    request.isWhole = true
                    received = Data(received[(end.upperBound + length)...])
                    return request
                }
            }
            let count = recv(connection, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            received.append(contentsOf: chunk[..<count])
        }
    }
}

extension Data {
    /// An answer's bytes.
    static func answer(_ status: String, _ headers: [String] = [], _ body: Data = Data()) -> Data {
        let head = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.count)", "", ""]
        return Data(head.joined(separator: "\r\n").utf8) + body
    }
}
