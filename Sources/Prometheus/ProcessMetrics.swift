import FoundationEssentials
import Metrics

/// The metrics of this process, in the names that Prometheus clients share.
///
/// Read from `/proc` when metrics are asked for. What cannot be read is left out.
package enum ProcessMetrics {
    package static let descriptions = [
        "process_cpu_seconds_total": "CPU seconds of this process, user and system together.",
        "process_start_time_seconds": "When this process started, in seconds since 1970.",
        "process_resident_memory_bytes": "The memory of this process that is in RAM.",
        "process_virtual_memory_bytes": "The address space of this process.",
        "process_open_fds": "Open file descriptors of this process.",
        "process_max_fds": "The limit of open file descriptors of this process.",
    ]

    package static func record(in registry: PrometheusRegistry) {
        for (name, value) in values() {
            Gauge(label: name, dimensions: [], factory: registry).record(value)
        }
        if let seconds = cpuSeconds {
            registry.recordTotal("process_cpu_seconds_total", seconds)
        }
    }

    private static func values() -> [String: Double] {
        let status = lines(of: "/proc/self/status")
        let limits = lines(of: "/proc/self/limits")
        let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        let values = [
            "process_start_time_seconds": startSeconds,
            "process_resident_memory_bytes": kibibytes("VmRSS:", in: status),
            "process_virtual_memory_bytes": kibibytes("VmSize:", in: status),
            // Reading the folder opens it.
            "process_open_fds": descriptors.map { Double($0.count - 1) },
            "process_max_fds": limits.first { $0.hasPrefix("Max open files") }
                .flatMap { Double($0.split(separator: " ")[3]) },
        ]
        return values.compactMapValues(\.self)
    }

    private static let startSeconds: Double? = {
        let boot = lines(of: "/proc/stat").first { $0.hasPrefix("btime ") }
            .flatMap { Double($0.dropFirst(6)) }
        guard let boot, let started = ticks(of: [startField]) else { return nil }
        return boot + started / ticksPerSecond
    }()

    private static var cpuSeconds: Double? {
        ticks(of: cpuFields).map { $0 / ticksPerSecond }
    }

    /// `starttime`, `utime` and `stime` of proc(5), from the field after the command's name.
    private static let startField = 19
    private static let cpuFields = [11, 12]

    /// The sum of fields of this process's status; nil if one cannot be read.
    private static func ticks(of numbers: [Int]) -> Double? {
        // The second field is the command's name, which may contain spaces.
        let fields = lines(of: "/proc/self/stat").first.flatMap { $0.split(separator: ")").last }?
            .split(separator: " ")
        guard let fields, fields.count > startField else { return nil }
        let ticks = numbers.compactMap { Double(fields[$0]) }
        return ticks.count == numbers.count ? ticks.reduce(0, +) : nil
    }

    /// The unit of proc(5) is a hundredth of a second on every Linux.
    private static let ticksPerSecond = 100.0

    private static func kibibytes(_ name: String, in lines: [String]) -> Double? {
        lines.first { $0.hasPrefix(name) }
            .flatMap { $0.dropFirst(name.count).split { $0 == " " || $0 == "\t" }.first }
            .flatMap { Double($0) }.map { $0 * 1_024 }
    }

    private static func lines(of path: String) -> [String] {
        guard let contents = FileManager.default.contents(atPath: path) else { return [] }
        return String(decoding: contents, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
