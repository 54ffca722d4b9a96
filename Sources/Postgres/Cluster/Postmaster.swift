import CLibPQ
import FoundationEssentials
import Glibc

/// A running Postgres server, ours or one that an earlier process of ours left behind.
struct Postmaster: Sendable {
    let processID: pid_t
    let socketDirectory: String

    /// The administrator's connection to the cluster's one database.
    var connectionString: String { connectionString(to: "hearth") }

    /// The port only names the socket; it is said so that `PGPORT` cannot say another.
    static let port = "5432"
    static let administrator = "hearth_admin"

    private func connectionString(to database: String) -> String {
        "host=\(socketDirectory) port=\(Self.port) user=\(Self.administrator) dbname=\(database)"
    }

    /// False once the process has ended.
    ///
    /// Only for whoever supervises it: it reaps a child of ours.
    var isRunning: Bool {
        switch waitpid(processID, nil, WNOHANG) {
        case 0: true
        case processID: false
        default: isPostgres
        }
    }

    /// Whether the process is the one that was started with the socket directory, and not another
    /// that got its number.
    ///
    /// The directory's name is random, and everybody may read a command line.
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

    /// Connects, and makes the database where it is missing; blocks for a few milliseconds.
    ///
    /// False as long as the server is starting.
    func answers() -> Bool {
        if connect(to: "hearth") != nil { return true }
        guard let postgres = connect(to: "postgres") else { return false }
        let result = PQexec(postgres.pointer, "create database hearth")
        defer { PQclear(result) }
        return PQresultStatus(result) == PGRES_COMMAND_OK
    }

    private func connect(to database: String) -> ConnectionHandle? {
        try? ConnectionHandle.connect(
            to: connectionString(to: database),
            options: [("connect_timeout", "2"), ("application_name", "hearth cluster")])
    }

    /// Ends the process and blocks until it has ended: connections are closed and everything is
    /// written down; whoever takes too long over it recovers at the next start instead.
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
