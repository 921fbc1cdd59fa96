import Foundation

/// Turns random bits into standard normal numbers by the ziggurat of 256 layers (Marsaglia and Tsang, "The ziggurat method
/// for generating random variables", 2000). Layer and value are taken from separate bits (Doornik, "An improved ziggurat
/// method", 2005).
struct NormalTable: Sendable {
    /// Where the tail begins, for 256 layers.
    private static let tail = 3.6541528853610088
    private static let layers = 256
    private static let scale = Double(UInt64(1) << 52)

    /// Made once: the layers are the same for everybody.
    static let shared = NormalTable()

    /// The right edges of the layers, widest first, down to 0.
    private let edges: [Double]
    /// The density, without its constant factor, at the edges.
    private let heights: [Double]
    /// What a number below 2^52 is multiplied by in each layer, and below which number the product lies inside the layer
    /// whatever the height.
    let steps: [(width: Double, inside: Int64)]

    private init() {
        func density(_ x: Double) -> Double { exp(-x * x / 2) }
        let tail = Self.tail
        let area = tail * density(tail) + (Double.pi / 2).squareRoot() * erfc(tail / 2.0.squareRoot())
        var edges = [area / density(tail), tail]
        while edges.count < Self.layers {
            let last = edges[edges.count - 1]
            edges.append((-2 * log(density(last) + area / last)).squareRoot())
        }
        edges.append(0)
        self.edges = edges
        heights = edges.map(density)
        steps = (0..<Self.layers).map { layer in
            (edges[layer] / Self.scale, Int64(edges[layer + 1] / edges[layer] * Self.scale))
        }
    }

    /// The next number of a stream.
    ///
    /// - Parameter steps: those of the table, where the caller has them at hand.
    @inline(__always)
    func next(_ stream: inout Philox, _ steps: UnsafeBufferPointer<(width: Double, inside: Int64)>) -> Double {
        let bits = stream.next()
        let layer = Int(truncatingIfNeeded: bits & 0xFF)
        let signed = Int64(bitPattern: bits) >> 11
        let step = steps[layer]
        let value = Double(signed) * step.width
        return abs(signed) < step.inside ? value : outside(value, layer, &stream)
    }

    /// What becomes of a number that does not lie inside its layer: one in a hundred.
    @inline(never)
    private func outside(_ first: Double, _ layer: Int, _ stream: inout Philox) -> Double {
        var (value, layer) = (first, layer)
        while true {
            if layer == 0 {
                guard abs(value) >= Self.tail else { return value }
                let beyond = tailBeyond(&stream)
                return value < 0 ? -beyond : beyond
            }
            let height = heights[layer] + Self.fraction(stream.next()) * (heights[layer + 1] - heights[layer])
            if abs(value) < edges[layer + 1] || height < exp(-value * value / 2) { return value }
            let bits = stream.next()
            layer = Int(truncatingIfNeeded: bits & 0xFF)
            value = Double(Int64(bitPattern: bits) >> 11) * steps[layer].width
        }
    }

    private func tailBeyond(_ stream: inout Philox) -> Double {
        while true {
            let x = -log(Self.fraction(stream.next())) / Self.tail
            let y = -log(Self.fraction(stream.next()))
            if y + y > x * x { return Self.tail + x }
        }
    }

    /// A number above 0 and below 1.
    private static func fraction(_ bits: UInt64) -> Double { (Double(bits >> 12) + 0.5) / scale }
}
