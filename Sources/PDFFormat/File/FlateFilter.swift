import CZlib
import Foundation

/// The zlib format of FlateDecode (ISO 32000-2 §7.4.4, RFC 1950).
package enum FlateFilter {
    /// Inflates the data. If the data ends early, returns the bytes so far, as other readers do.
    ///
    /// - Throws: `PDFError.beyondLimits` once the output exceeds `limit` bytes, so that a small file cannot fill the
    ///   memory
    static func inflate(_ bytes: Data, limit: Int) throws(PDFError) -> [UInt8] {
        try bytes.lend { (input) throws(PDFError) in try inflate(input, limit: limit) }
    }

    private static func inflate(_ input: UnsafeRawBufferPointer, limit: Int) throws(PDFError) -> [UInt8] {
        guard input.count <= Int(UInt32.max) else { throw .unsupported("a compressed stream is longer than 4 GiB") }
        var stream = z_stream()
        guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw .unsupported("decompression cannot be started")
        }
        defer { inflateEnd(&stream) }
        stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
        stream.avail_in = UInt32(input.count)
        var output: [UInt8] = []
        var status = Z_OK
        var chunkSize = min(max(4096, input.count * 4), 1 << 20)
        while status == Z_OK {
            let before = output.count
            let chunk = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, count in
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(chunkSize)
                status = CZlib.inflate(&stream, Z_NO_FLUSH)
                count = chunkSize - Int(stream.avail_out)
            }
            output.append(contentsOf: chunk)
            if output.count > limit {
                throw .beyondLimits("a compressed stream holds more than \(limit) bytes")
            }
            if output.count == before, status == Z_OK { break }
            chunkSize = min(chunkSize * 2, 1 << 22)
        }
        guard status == Z_STREAM_END || status == Z_OK || (status == Z_BUF_ERROR && !output.isEmpty) else {
            throw .unsupported("a compressed stream is damaged")
        }
        return output
    }

    /// Whether the compressed data is complete, checksum included. At most two bytes, for a line end, may follow it.
    package static func isComplete(_ bytes: Data, limit: Int) -> Bool {
        guard bytes.count <= Int(UInt32.max) else { return false }
        return bytes.withUnsafeBytes { input in
            var stream = z_stream()
            guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return false }
            defer { inflateEnd(&stream) }
            stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
            stream.avail_in = UInt32(input.count)
            var status = Z_OK
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            var size = 0
            while status == Z_OK, size <= limit {
                let produced = chunk.withUnsafeMutableBufferPointer { buffer in
                    stream.next_out = buffer.baseAddress
                    stream.avail_out = UInt32(buffer.count)
                    status = CZlib.inflate(&stream, Z_NO_FLUSH)
                    return buffer.count - Int(stream.avail_out)
                }
                if produced == 0, status == Z_OK { return false }
                size += produced
            }
            return status == Z_STREAM_END && stream.avail_in <= 2
        }
    }

    /// Deflates at zlib's default level.
    package static func deflate(_ bytes: Data) throws(PDFError) -> Data {
        var length = compressBound(UInt(bytes.count))
        var output = Data(count: Int(length))
        let status = output.withUnsafeMutableBytes { target in
            bytes.withUnsafeBytes { source in
                compress2(
                    target.bindMemory(to: UInt8.self).baseAddress, &length,
                    source.bindMemory(to: UInt8.self).baseAddress, UInt(source.count), Z_DEFAULT_COMPRESSION)
            }
        }
        guard status == Z_OK else { throw .unsupported("compression failed") }
        output.removeSubrange(Int(length)..<output.count)
        return output
    }
}
