import FoundationEssentials
import Glibc
import Postgres

/// A running Postgres server, started by this process or left by an earlier one.
struct Postmaster: Sendable {
    let processID: pid_t
    let socketDirectory: String

    /// The administrator's connection string of the cluster's one database.
    var connectionString: String { connectionString(to: "hearth", as: Self.administrator) }

    /// The port only names the socket; set so that `PGPORT` has no effect.
    static let port = "5432"

    /// The login that `initdb` makes; only the supervisor connects as this one.
    static let superuser = "hearth_admin"

    /// The owner of the database, without superuser: what a managed Postgres gives.
    static let administrator = "hearth_migrator"

    private func connectionString(to database: String, as login: String) -> String {
        "host=\(socketDirectory) port=\(Self.port) user=\(login) dbname=\(database)"
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
        if connect(to: "hearth", as: Self.administrator) != nil { return true }
        guard let postgres = connect(to: "postgres", as: Self.superuser) else { return false }
        // Whole pages are most of what is written, and this halves it; some builds lack lz4.
        _ = postgres.execute("alter system set wal_compression = 'lz4'")
        _ = postgres.execute("do $$ begin perform pg_reload_conf(); end $$")
        return postgres.createDatabase(
            "hearth", ownedBy: Self.administrator, granting: ["hearth_owner", "hearth_server"])
    }

    private func connect(to database: String, as login: String) -> ConnectionHandle? {
        try? ConnectionHandle.connect(
            to: connectionString(to: database, as: login),
            parameters: [("connect_timeout", "2"), ("application_name", "hearth cluster")])
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
