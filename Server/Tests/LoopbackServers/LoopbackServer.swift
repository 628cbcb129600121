import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A server on this machine that answers each request as told, one connection after the other, and remembers them.
package final class LoopbackServer: Sendable {
    /// A request as it arrived.
    package struct Request: Sendable {
        package let method: String
        package let path: String
        /// The headers, by their names in lower case.
        package let headers: [String: String]
        package let body: Data
    }

    package let port: UInt16
    private let listener: Int32
    private let pause: TimeInterval
    private let received = Mutex<[Request]>([])

    /// - Parameters:
    ///   - pause: seconds between two bytes of an answer; with 0 it is sent at once
    ///   - answer: returns what follows `HTTP/1.1 `: status, headers, empty line, body; `nil` never answers
    package init(pausing pause: TimeInterval = 0, answering answer: @escaping @Sendable (Request) -> String?) throws {
        self.pause = pause
        #if canImport(Glibc)
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard bound else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { self.serve(answer) }
    }

    /// The requests so far, oldest first.
    package var requests: [Request] { received.withLock { $0 } }

    package func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func serve(_ answer: @Sendable (Request) -> String?) {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { break }
            guard let request = Self.read(connection) else {
                close(connection)
                continue
            }
            received.withLock { $0.append(request) }
            guard let text = answer(request) else {
                // Silent until the client goes.
                Thread.detachNewThread {
                    var byte: UInt8 = 0
                    while Self.receive(connection, &byte, 1) > 0 {}
                    close(connection)
                }
                continue
            }
            let bytes = Array("HTTP/1.1 \(text)".utf8)
            guard pause > 0 else {
                _ = Self.send(connection, bytes[...])
                close(connection)
                continue
            }
            Thread.detachNewThread { [pause] in
                for index in bytes.indices {
                    guard Self.send(connection, bytes[index...index]) == 1 else { break }
                    Thread.sleep(forTimeInterval: pause)
                }
                close(connection)
            }
        }
        close(listener)
    }

    private static func receive(_ connection: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
        recv(connection, buffer, count, 0)
    }

    private static func send(_ connection: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { bytes in
            #if canImport(Glibc)
                // A client that has gone is no signal.
                Glibc.send(connection, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            #else
                write(connection, bytes.baseAddress, bytes.count)
            #endif
        }
    }

    private static func read(_ connection: Int32) -> Request? {
        var bytes = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let end = Data("\r\n\r\n".utf8)
        while true {
            if let head = bytes.firstRange(of: end) {
                let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).components(
                    separatedBy: "\r\n")
                var headers: [String: String] = [:]
                for line in lines.dropFirst() {
                    let parts = line.split(separator: ":", maxSplits: 1)
                    guard parts.count == 2 else { continue }
                    headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
                }
                let length = headers["content-length"].flatMap(Int.init) ?? 0
                if bytes.count >= head.upperBound + length {
                    let words = lines[0].split(separator: " ").map(String.init)
                    return Request(
                        method: words.first ?? "", path: words.dropFirst().first ?? "", headers: headers,
                        body: Data(bytes[head.upperBound..<(head.upperBound + length)]))
                }
            }
            let count = receive(connection, &buffer, buffer.count)
            guard count > 0 else { return nil }
            bytes.append(contentsOf: buffer[..<count])
        }
    }
}
