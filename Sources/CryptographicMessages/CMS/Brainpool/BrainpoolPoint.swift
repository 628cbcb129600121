/// A point in Jacobian coordinates: (x/z², y/z³), or the neutral element if z is zero.
struct BrainpoolPoint: Sendable {
    var x: MontgomeryField.Element
    var y: MontgomeryField.Element
    var z: MontgomeryField.Element
}

extension BrainpoolCurve {
    var neutral: BrainpoolPoint { BrainpoolPoint(x: field.one, y: field.one, z: field.zero) }

    /// Returns twice a point. The prime order rules out points of order two.
    func double(_ point: BrainpoolPoint) -> BrainpoolPoint {
        let f = field
        guard point.z != f.zero else { return point }
        let xx = f.product(point.x, point.x)
        let yy = f.product(point.y, point.y)
        let zz = f.product(point.z, point.z)
        let xyy = f.product(point.x, yy)
        let s = f.double(f.double(xyy))
        let m = f.sum(f.sum(f.double(xx), xx), f.product(a, f.product(zz, zz)))
        let x = f.difference(f.product(m, m), f.double(s))
        let eight = f.double(f.double(f.double(f.product(yy, yy))))
        return BrainpoolPoint(
            x: x, y: f.difference(f.product(m, f.difference(s, x)), eight),
            z: f.double(f.product(point.y, point.z)))
    }

    func sum(_ first: BrainpoolPoint, _ second: BrainpoolPoint) -> BrainpoolPoint {
        let f = field
        if first.z == f.zero { return second }
        if second.z == f.zero { return first }
        let zz1 = f.product(first.z, first.z)
        let zz2 = f.product(second.z, second.z)
        let u1 = f.product(first.x, zz2)
        let s1 = f.product(first.y, f.product(second.z, zz2))
        let h = f.difference(f.product(second.x, zz1), u1)
        let r = f.difference(f.product(second.y, f.product(first.z, zz1)), s1)
        if h == f.zero { return r == f.zero ? double(first) : neutral }
        let hh = f.product(h, h)
        let hhh = f.product(h, hh)
        let v = f.product(u1, hh)
        let x = f.difference(f.difference(f.product(r, r), hhh), f.double(v))
        return BrainpoolPoint(
            x: x, y: f.difference(f.product(r, f.difference(v, x)), f.product(s1, hhh)),
            z: f.product(h, f.product(first.z, second.z)))
    }

    /// Returns one number times the generator plus another times a point. Both numbers are public, so the time may
    /// depend on them.
    func combination(_ first: [UInt8], _ second: [UInt8], _ point: BrainpoolPoint) -> BrainpoolPoint {
        let both = sum(generator, point)
        var result = neutral
        for (one, other) in zip(first, second) {
            for bit in (0..<8).reversed() {
                result = double(result)
                switch (one >> UInt8(bit) & 1, other >> UInt8(bit) & 1) {
                case (1, 1): result = sum(result, both)
                case (1, 0): result = sum(result, generator)
                case (0, 1): result = sum(result, point)
                default: break
                }
            }
        }
        return result
    }

    /// Returns the big-endian x coordinate, or `nil` for the neutral element.
    func x(of point: BrainpoolPoint) -> [UInt8]? {
        guard point.z != field.zero else { return nil }
        let inverse = field.inverse(point.z)
        return field.bytes(field.product(point.x, field.product(inverse, inverse)))
    }
}
