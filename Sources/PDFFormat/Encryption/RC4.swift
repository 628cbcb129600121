/// The RC4 cipher, which PDF used before AES (ISO 32000-2 §7.6.2). It is broken, and supported only to read and update
/// existing files.
struct RC4 {
    private var state = [UInt8](0...255)
    private var first = 0
    private var second = 0

    /// - Parameter key: 1 to 256 bytes
    init(key: some Collection<UInt8>) {
        let key = Array(key)
        guard !key.isEmpty else { return }
        var other = 0
        for index in 0..<256 {
            other = (other + Int(state[index]) + Int(key[index % key.count])) & 255
            state.swapAt(index, other)
        }
    }

    /// Encrypts or decrypts: with RC4 both are the same operation.
    mutating func apply(to bytes: some Collection<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for byte in bytes {
            first = (first + 1) & 255
            second = (second + Int(state[first])) & 255
            state.swapAt(first, second)
            output.append(byte ^ state[(Int(state[first]) + Int(state[second])) & 255])
        }
        return output
    }
}
