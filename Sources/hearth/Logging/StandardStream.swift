import Glibc

/// Where a process writes: for who asked, or for who watches.
enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// One call for one line, so that lines of two threads are not mixed.
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
