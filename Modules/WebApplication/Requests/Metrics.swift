import CommandSupport

/// The program's counts of itself, in the text format of Prometheus. Routes are named by their pattern: no name and no
/// amount is in it.
public actor Metrics {
    private struct Key: Hashable {
        let route: String
        let method: String
        let status: Int
    }

    /// A figure of the moment, or one for each of some labels.
    public struct Gauge {
        /// Its name in the format of Prometheus.
        public let name: String
        /// A sentence about it.
        public let help: String
        /// Its values by label; the label is empty for a single value.
        public let samples: [(label: String, value: Int)]

        /// A gauge with a single value.
        public init(_ name: String, _ help: String, _ value: Int) {
            (self.name, self.help, samples) = (name, help, [("", value)])
        }

        /// A gauge with a value for each word.
        public init(_ name: String, _ help: String, by label: String, _ values: [(word: String, value: Int)]) {
            (self.name, self.help) = (name, help)
            samples = values.map { ("{\(label)=\"\($0.word)\"}", $0.value) }
        }
    }

    private var requests: [Key: Int] = [:]
    private var seconds: [String: (sum: Double, count: Int)] = [:]

    /// Counts an answer.
    package func count(route: String, method: String, status: Int, took: Duration) {
        // Whatever a stranger invents is one method.
        let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].contains(method) ? method : "other"
        requests[Key(route: route, method: known, status: status), default: 0] += 1
        let parts = took.components
        let value = Double(parts.seconds) + Double(parts.attoseconds) / 1e18
        let old = seconds[route] ?? (0, 0)
        seconds[route] = (old.sum + value, old.count + 1)
    }

    /// Everything as text.
    package func text(_ gauges: [Gauge]) -> String {
        var lines = ["# HELP cst_requests_total Answered requests.", "# TYPE cst_requests_total counter"]
        for (key, count) in requests.sorted(by: {
            ($0.key.route, $0.key.method, $0.key.status) < ($1.key.route, $1.key.method, $1.key.status)
        }) {
            lines.append(
                "cst_requests_total{route=\"\(key.route)\",method=\"\(key.method)\",status=\"\(key.status)\"} \(count)")
        }
        lines += ["# HELP cst_request_seconds Time to answer.", "# TYPE cst_request_seconds summary"]
        for (route, value) in seconds.sorted(by: { $0.key < $1.key }) {
            lines.append("cst_request_seconds_sum{route=\"\(route)\"} \(value.sum)")
            lines.append("cst_request_seconds_count{route=\"\(route)\"} \(value.count)")
        }
        for gauge in gauges {
            lines += ["# HELP \(gauge.name) \(gauge.help)", "# TYPE \(gauge.name) gauge"]
            lines += gauge.samples.map { "\(gauge.name)\($0.label) \($0.value)" }
        }
        lines += [
            "# HELP cst_build_info The program.", "# TYPE cst_build_info gauge",
            "cst_build_info{version=\"\(Program.version)\"} 1",
        ]
        return lines.joined(separator: "\n") + "\n"
    }
}
