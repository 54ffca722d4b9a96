import FoundationEssentials
import Glibc
import Postgres

/// A running Postgres server, started by this process or left by an earlier one.
struct Postmaster: Sendable {
    let processID: pid_t
    let socketDirectory: String

    /// The administrator's connection to the cluster's one database.
    var connectionString: String { connectionString(to: "hearth") }

    /// The port only names the socket; set so that `PGPORT` has no effect.
    static let port = "5432"
    static let administrator = "hearth_admin"

    private func connectionString(to database: String) -> String {
        "host=\(socketDirectory) port=\(Self.port) user=\(Self.administrator) dbname=\(database)"
    }

    /// False once the process has ended.
    ///
    /// Only for its supervisor: reaps the child.
    var isRunning: Bool {
        switch waitpid(processID, nil, WNOHANG) {
        case 0: true
        case processID: false
        default: isPostgres
        }
    }

    /// Whether the process is the postmaster of this socket directory, and not another with a
    /// reused id.
    ///
    /// The directory's name is random, and command lines are readable.
    var isPostgres: Bool {
        guard
            let commandLine = FileManager.default.contents(atPath: "/proc/\(processID)/cmdline")
        else { return false }
        let argument = Self.socketSetting(socketDirectory)
        return commandLine.split(separator: 0).contains { $0.elementsEqual(argument.utf8) }
    }

    static func socketSetting(_ directory: String) -> String {
        "unix_socket_directories=\(directory)"
    }

    /// Connects, creating the database if missing; blocks for a few milliseconds.
    ///
    /// False while the server is starting.
    func answers() -> Bool {
        if connect(to: "hearth") != nil { return true }
        guard let postgres = connect(to: "postgres") else { return false }
        return postgres.createHearthDatabase()
    }

    private func connect(to database: String) -> ConnectionHandle? {
        try? ConnectionHandle.connect(
            to: connectionString(to: database),
            options: [("connect_timeout", "2"), ("application_name", "hearth cluster")])
    }

    /// Ends the process and blocks until it has ended.
    ///
    /// A fast shutdown, for 20 seconds; if it takes longer, the server is killed and recovers at
    /// its next start.
    func stop() {
        for (signal, seconds) in [(SIGINT, 20), (SIGQUIT, 10), (SIGKILL, 5)] {
            guard isRunning else { return }
            kill(processID, signal)
            var remainingSteps = seconds * 100
            while isRunning, remainingSteps > 0 {
                usleep(10_000)
                remainingSteps -= 1
            }
        }
    }
}
