/// How a rate was had (V1), best first.
public enum RateState: String, Sendable, Hashable, Codable, CaseIterable {
    /// Just fetched.
    case live
    /// From a table the user gave.
    case fixed
    /// Fetched earlier and still within its time to live.
    case cached
    /// Past its time to live, used because nothing fresher came.
    case stale
    /// A configured substitute or a mock.
    case fallback

    /// Classes among which better is chosen first: known, stale, fallback (V3). One is left between these for rates that were entered.
    var preference: Int {
        switch self {
        case .live, .fixed, .cached: 0
        case .stale: 1
        case .fallback: 3
        }
    }

    /// How sure the state is, for naming the worst leg of a path.
    var worseness: Int {
        switch self {
        case .live: 0
        case .fixed: 1
        case .cached: 2
        case .stale: 3
        case .fallback: 4
        }
    }
}
