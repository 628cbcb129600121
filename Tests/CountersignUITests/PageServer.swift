import Essentials
import Foundation
import Glibc

/// A web server of a few fixed pages on a port of this machine that the system chooses.
final class PageServer: Sendable {
    struct Page: Sendable {
        var status = 200
        var headers: [String: String] = ["Content-Type": "text/html; charset=utf-8"]
        var body = ""
        /// Whether the answer never comes.
        var isSilent = false

        static func html(_ body: String) -> Page { Page(body: "<!doctype html><title>A page</title>" + body) }
        static func redirect(to address: String) -> Page { Page(status: 302, headers: ["Location": address]) }
        static let silent = Page(isSilent: true)
    }

    struct CannotListen: Error {}

    private struct State {
        var pages: [String: Page]
        var requests: [String] = []
        var connections: Set<Int32> = []
        var isClosed = false
    }

    let port: UInt16
    private let listener: Int32
    private let state: Locked<State>

    /// - Parameter pages: by path and query.
    init(_ pages: [String: Page] = [:]) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isListening = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isListening else { throw CannotListen() }
        port = UInt16(bigEndian: address.sin_port)
        state = Locked(State(pages: pages))
        Thread { [self] in accept() }.start()
    }

    var address: String { "http://127.0.0.1:\(port)" }

    func url(_ path: String) throws -> URL {
        guard let url = URL(string: address + path) else { throw CannotListen() }
        return url
    }

    func set(_ path: String, _ page: Page) { state.withLock { $0.pages[path] = page } }

    /// The head of every request so far.
    var requests: [String] { state.withLock { $0.requests } }

    func close() {
        let connections = state.withLock { state in
            state.isClosed = true
            return state.connections
        }
        shutdown(listener, Int32(SHUT_RDWR))
        Glibc.close(listener)
        for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }

    private func accept() {
        while true {
            let connection = Glibc.accept(listener, nil, nil)
            guard connection >= 0 else { return }
            state.withLock { _ = $0.connections.insert(connection) }
            Thread { [self] in serve(connection) }.start()
        }
    }

    /// One request a connection.
    private func serve(_ connection: Int32) {
        defer {
            state.withLock { _ = $0.connections.remove(connection) }
            Glibc.close(connection)
        }
        var head = ""
        var part = [UInt8](repeating: 0, count: 4096)
        while !head.contains("\r\n\r\n") {
            let count = recv(connection, &part, part.count, 0)
            guard count > 0, head.utf8.count < 1 << 20 else { return }
            head += String(decoding: part[..<count], as: UTF8.self)
        }
        let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        let page = state.withLock { state in
            state.requests.append(head)
            return state.pages[path] ?? Page(status: 404, body: "nothing here")
        }
        guard !page.isSilent else {
            // Until the other side gives up, or the server closes.
            _ = recv(connection, &part, part.count, 0)
            return
        }
        var answer =
            "HTTP/1.1 \(page.status) Status\r\nConnection: close\r\nContent-Length: \(page.body.utf8.count)\r\n"
        for (name, value) in page.headers { answer += "\(name): \(value)\r\n" }
        let bytes = Array((answer + "\r\n" + page.body).utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }
}
