import CZlib
import Foundation

/// The rows of a PNG file's pixels, inflated and unfiltered one after another (ISO/IEC 15948 §9), so that no more than
/// two of them are in memory.
struct PixelRows: ~Copyable {
    private let stream: UnsafeMutablePointer<z_stream>
    private let bytesPerPixel: Int
    private var status = Z_OK
    /// The row before, without its filter's number; zeros before the first one.
    private var previous: [UInt8] = []
    private var current: [UInt8] = []

    /// - Parameter input: the compressed data, which outlives this value
    init(_ input: UnsafeRawBufferPointer, bytesPerPixel: Int) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        self.bytesPerPixel = bytesPerPixel
        status = inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(clamping: input.count)
    }

    deinit {
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Begins rows of another length in bytes: a pass of an interlaced picture.
    mutating func begin(length: Int) {
        previous = [UInt8](repeating: 0, count: length)
        current = [UInt8](repeating: 0, count: length + 1)
    }

    /// Reads the next row and lends it.
    ///
    /// - Throws: `PDFError.invalidImage` if the data is damaged or ends before
    mutating func next(_ body: (UnsafeBufferPointer<UInt8>) -> Void) throws(PDFError) {
        try fill()
        unfilter()
        previous.withUnsafeBufferPointer(body)
    }

    private mutating func fill() throws(PDFError) {
        let stream = stream
        var status = status
        let missing = current.withUnsafeMutableBufferPointer { buffer in
            stream.pointee.next_out = buffer.baseAddress
            stream.pointee.avail_out = UInt32(buffer.count)
            while stream.pointee.avail_out > 0, status == Z_OK { status = CZlib.inflate(stream, Z_NO_FLUSH) }
            return stream.pointee.avail_out
        }
        self.status = status
        guard missing > 0 else { return }
        guard status == Z_STREAM_END || status == Z_BUF_ERROR else {
            throw .invalidImage("the PNG file's pixels cannot be decompressed")
        }
        throw .invalidImage("the PNG file ends before its last pixel")
    }

    /// Turns the row just read into pixels, which become ``previous``.
    private mutating func unfilter() {
        let step = bytesPerPixel
        current.withUnsafeBufferPointer { source in
            previous.withUnsafeMutableBufferPointer { row in
                // What is above a byte stands in its place until it is replaced; to its left is already this row.
                switch source[0] {
                case 1:
                    for index in row.indices {
                        row[index] = source[index + 1] &+ (index >= step ? row[index - step] : 0)
                    }
                case 2:
                    for index in row.indices { row[index] &+= source[index + 1] }
                case 3:
                    for index in row.indices {
                        let left = index >= step ? Int(row[index - step]) : 0
                        row[index] = source[index + 1] &+ UInt8((left + Int(row[index])) / 2)
                    }
                case 4: Self.paeth(source, row, step)
                default:
                    for index in row.indices { row[index] = source[index + 1] }
                }
            }
        }
    }

    private static func paeth(
        _ source: UnsafeBufferPointer<UInt8>, _ row: UnsafeMutableBufferPointer<UInt8>, _ step: Int
    ) {
        // The bytes above and to the left are kept aside, since their place is taken.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: step) { upLeft in
            upLeft.initialize(repeating: 0)
            var place = 0
            for index in row.indices {
                let left = index >= step ? Int(row[index - step]) : 0
                let up = Int(row[index])
                let predicted = Predictor.paeth(left, up, Int(upLeft[place]))
                upLeft[place] = UInt8(up)
                place = place + 1 == step ? 0 : place + 1
                row[index] = source[index + 1] &+ UInt8(predicted)
            }
        }
    }
}
