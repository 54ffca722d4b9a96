import Glibc

/// Wakes a polling thread: a pipe into which any thread may write a byte.
struct WakeUp: ~Copyable, Sendable {
    /// The descriptor to poll.
    let descriptor: Int32
    private let signalDescriptor: Int32

    init() throws(PostgresError) {
        var descriptors: [Int32] = [-1, -1]
        guard pipe(&descriptors) == 0 else { throw .cannotConnect(reason: "no pipe") }
        for descriptor in descriptors {
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        descriptor = descriptors[0]
        signalDescriptor = descriptors[1]
    }

    deinit {
        close(descriptor)
        close(signalDescriptor)
    }

    /// If the pipe is full, the thread wakes anyway.
    borrowing func signal() {
        var byte: UInt8 = 1
        _ = write(signalDescriptor, &byte, 1)
    }

    borrowing func clear() {
        var bytes: (UInt64, UInt64) = (0, 0)
        _ = withUnsafeMutableBytes(of: &bytes) { read(descriptor, $0.baseAddress, $0.count) }
    }
}
