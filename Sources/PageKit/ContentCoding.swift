import CZlib
import Foundation
import HTTPMessages

/// Compressed answers (RFC 9110 §8.4) in the coding that every browser takes: gzip (RFC 1952).
package enum ContentCoding {
    /// The size in bytes from which compression is worth its while.
    package static let worthwhile = 1000

    /// Returns the data in a gzip file; `nil` if that is not shorter.
    ///
    /// - Parameter thoroughly: whether to spend time for the shortest form, as for what is compressed once
    package static func gzip(_ data: Data, thoroughly: Bool = false) -> Data? {
        var stream = z_stream()
        let gzipHeader: Int32 = 16
        guard
            deflateInit2_(
                &stream, thoroughly ? Z_BEST_COMPRESSION : Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + gzipHeader,
                MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK,
            let size = UInt32(exactly: data.count)
        else { return nil }
        defer { deflateEnd(&stream) }
        var output = Data(count: data.count)
        let status = output.withUnsafeMutableBytes { target in
            data.withUnsafeBytes { source in
                stream.next_in = UnsafeMutablePointer(mutating: source.bindMemory(to: UInt8.self).baseAddress)
                stream.avail_in = size
                stream.next_out = target.bindMemory(to: UInt8.self).baseAddress
                stream.avail_out = size
                return deflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else { return nil }
        return output.prefix(data.count - Int(stream.avail_out))
    }
}

extension HTTPFields {
    /// Whether the client takes answers in gzip (RFC 9110 §12.5.3).
    package var acceptsGzip: Bool {
        (self[.acceptEncoding] ?? "").split(separator: ",").contains { coding in
            let parts = coding.lowercased().split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.first == "gzip" || parts.first == "x-gzip" else { return false }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            return quality != 0
        }
    }
}

extension HTTPReply {
    /// Returns the response with a long text compressed, for a client that takes that.
    package func compressed(for request: HTTPCall) -> HTTPReply {
        guard body.count > ContentCoding.worthwhile, headers[.contentEncoding] == nil,
            headers.mediaType == "application/json"
        else { return self }
        var reply = self
        reply.headers[.vary] = "Accept-Encoding"
        guard request.headers.acceptsGzip, let body = ContentCoding.gzip(body) else { return reply }
        reply.headers[.contentEncoding] = "gzip"
        reply.body = body
        return reply
    }
}
