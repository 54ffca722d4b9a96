import Glibc

/// The process's standard streams: output for the caller, error for an observer.
enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Whether a person reads the stream.
    var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Writes a line in one call, so that lines of two threads do not mix.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(rawValue, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    func writeLine(_ text: String) {
        write(Array((text + "\n").utf8))
    }
}
