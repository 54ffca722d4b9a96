import FoundationEssentials
import Glibc

/// A child process in a process group of its own: a terminal's Ctrl-C must reach only us.
struct ChildProcess: Sendable {
    let processID: pid_t

    /// The path at which a command finds its lent directory.
    static let lentDirectory = "/proc/self/fd/\(lentDescriptor)"
    private static let lentDescriptor: Int32 = 3

    /// Starts a command without input, and appends its output to a log.
    ///
    /// The child inherits no descriptor, ignored signal or variable. We open the lent directory, so
    /// that a user without access to its parents can use it.
    static func start(
        _ arguments: [String], lending directory: String?, log: String
    ) throws(ClusterError) -> Self {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        closeOurDescriptors(&actions)
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        if let directory {
            posix_spawn_file_actions_addopen(
                &actions, lentDescriptor, directory, O_RDONLY | O_DIRECTORY, 0)
        }
        setGroupAndSignals(&attributes)
        var processID: pid_t = 0
        let code = withCStrings(fromRoot + arguments) { arguments in
            withCStrings(environment) { environment in
                posix_spawn(&processID, shell, &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else {
            throw .system(call: "posix_spawn", path: shell, code: code)
        }
        return Self(processID: processID)
    }

    private static let shell = "/bin/sh"

    /// The command's user may have no access to our working directory.
    private static let fromRoot = [shell, "-c", "cd / && exec \"$@\"", shell]

    private static let environment = ["PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"]

    /// Descriptors should be close-on-exec; a library may forget one.
    private static func closeOurDescriptors(_ actions: inout posix_spawn_file_actions_t) {
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for descriptor in open.compactMap({ Int32($0) }) where descriptor > 2 {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
    }

    private static func setGroupAndSignals(_ attributes: inout posix_spawnattr_t) {
        var everySignal = sigset_t()
        var noSignal = sigset_t()
        sigfillset(&everySignal)
        sigemptyset(&noSignal)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setsigdefault(&attributes, &everySignal)
        posix_spawnattr_setsigmask(&attributes, &noSignal)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    /// Blocks until the process has ended; true if it succeeded.
    ///
    /// Interrupts the process once it is unneeded.
    func waitForSuccess(interruptingWhen isUnneeded: () -> Bool) -> Bool {
        var status: Int32 = 0
        var isInterrupted = false
        while waitpid(processID, &status, WNOHANG) == 0 {
            if !isInterrupted, isUnneeded() {
                kill(-processID, SIGINT)
                isInterrupted = true
            }
            usleep(5_000)
        }
        return status == 0
    }
}

/// Lends a null-terminated array of C strings.
private func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return withUnsafeTemporaryAllocation(
        of: UnsafeMutablePointer<CChar>?.self, capacity: copies.count + 1
    ) { list in
        _ = list.initialize(from: copies + [nil])
        return body(UnsafePointer(list.baseAddress.unsafelyUnwrapped))
    }
}
