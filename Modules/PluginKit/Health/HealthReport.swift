public import Foundation

/// How every service of a container is.
public struct HealthReport: Equatable, Sendable {
    /// One row for each provider in use, in order of creation.
    public let rows: [Row]

    /// A report.
    public init(rows: [Row]) { self.rows = rows }

    /// True unless something has failed; a degraded service still works.
    public var isHealthy: Bool {
        rows.allSatisfy { if case .failed = $0.status { false } else { true } }
    }

    /// The same with a service that has failed, for a reason that its own check cannot see.
    public func failing(_ key: String, _ detail: String, since: Date) -> HealthReport {
        HealthReport(
            rows: rows.map { row in
                guard row.key == key else { return row }
                return Row(
                    key: key, provider: row.provider, status: .failed(detail: detail, since: since),
                    latencyMs: row.latencyMs)
            })
    }

    /// How one provider is.
    public struct Row: Equatable, Sendable {
        /// The service: `exchangeRates`.
        public let key: String
        /// The provider: `coingecko`.
        public let provider: String
        /// How it is.
        public let status: HealthStatus
        /// Milliseconds the check took, rounded down; nil for a provider without a check of its own.
        public let latencyMs: Int?

        /// What is wrong, or nil.
        public var detail: String? {
            switch status {
            case .healthy: nil
            case .degraded(let detail, _), .failed(let detail, _): detail
            }
        }

        /// When it began, or nil.
        public var since: Date? {
            switch status {
            case .healthy: nil
            case .degraded(_, let since), .failed(_, let since): since
            }
        }
    }
}
