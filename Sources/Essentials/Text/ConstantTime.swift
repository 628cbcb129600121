extension Collection where Element == UInt8 {
    /// Compares without telling by the time where the first difference is. Lengths are no secret.
    public func isEqualInConstantTime(to other: some Collection<UInt8>) -> Bool {
        count == other.count && zip(self, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
