package import Foundation
import Synchronization

/// A child process of a test.
///
/// Foundation's `Process` reads beyond its buffer in a process with a thousand open files or more,
/// which now and then ends the whole run (swiftlang/swift-corelibs-foundation#5472).
package final class TestProcess: Sendable {
    package let processID: pid_t
    private let end = Mutex<Exit?>(nil)
    private let ending = DispatchGroup()

    /// The end of a process: its status, or a signal.
    package enum Exit: Equatable, Sendable {
        case status(Int32)
        case signal(Int32)
    }

    /// Where a stream comes from or goes to: a file that is open here, or nothing.
    package typealias Stream = FileHandle

    package struct NotStarted: Error {
        package let program: String
        package let code: Int32
    }

    /// Starts a program in a process group of its own.
    ///
    /// It inherits blocked signals, as a child of Foundation does, no descriptor but the three, and
    /// our environment unless it gets its own.
    package init(
        _ program: String, _ arguments: [String], environment: [String: String]? = nil,
        in directory: String? = nil, input: Stream = .nullDevice, output: Stream = .nullDevice,
        error: Stream = .nullDevice
    ) throws {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (stream, descriptor) in zip([input, output, error], Int32(0)...) {
            if stream === FileHandle.nullDevice {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
            } else {
                posix_spawn_file_actions_adddup2(&actions, stream.fileDescriptor, descriptor)
            }
        }
        // Foundation's pipes are not close-on-exec. One that another test makes meanwhile would
        // keep its reader waiting for this child: so more are closed than are open now.
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        let highest = open.compactMap { Int32($0) }.max() ?? 0
        for descriptor in 3...(highest + 256) {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        var processID: pid_t = 0
        let variables = environment ?? ProcessInfo.processInfo.environment
        let command = (directory.map { Self.changing(to: $0) } ?? []) + [program] + arguments
        let path = directory == nil ? program : "/bin/sh"
        let code = Self.withCStrings(command) { command in
            Self.withCStrings(variables.map { "\($0)=\($1)" }) { variables in
                posix_spawn(&processID, path, &actions, &attributes, command, variables)
            }
        }
        guard code == 0 else { throw NotStarted(program: program, code: code) }
        self.processID = processID
        ending.enter()
        Thread.detachNewThread { self.takeEnd() }
    }

    /// Waits for the end and takes it at once: Swift Testing looks for ended children of its own,
    /// and sees no other one while it sees this one.
    private func takeEnd() {
        var state: Int32 = 0
        while waitpid(processID, &state, 0) < 0, errno == EINTR {}
        let signal = state & 0x7f
        end.withLock { $0 = signal == 0 ? .status((state >> 8) & 0xff) : .signal(signal) }
        ending.leave()
    }

    private static func changing(to directory: String) -> [String] {
        ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", directory]
    }

    /// A pipe that no other child inherits.
    package static func pipe() -> Pipe {
        let pipe = Pipe()
        for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
            _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        return pipe
    }

    package var isRunning: Bool { end.withLock(\.self) == nil }

    /// Blocks the thread until the process has ended.
    @discardableResult
    package func waitUntilExit() -> Exit {
        ending.wait()
        return end.withLock(\.self) ?? .signal(0)
    }

    package func exit() async -> Exit {
        await Self.onThread { self.waitUntilExit() }
    }

    /// Runs what blocks on a thread of its own.
    package static func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }

    /// Does nothing to a process that has ended.
    package func send(signal: Int32) {
        if isRunning { kill(processID, signal) }
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}
