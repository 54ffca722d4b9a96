import Entitlements
import FoundationEssentials
import Glibc
import Logging
import Postgres
import PrivateCluster

/// The directory in which `hearth up` keeps the cluster, the keys and the demo's start.
struct DataDirectory: Sendable {
    let path: String

    static let usualPath = ".hearth"

    /// Makes the path absolute: the cluster's processes have another working directory.
    init(path: String) {
        self.path =
            path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    /// This directory's private Postgres, running or not.
    func cluster(programsFolder: String? = nil, logger: Logger) -> PrivateCluster {
        PrivateCluster(
            directory: path + "/postgres", programsFolder: programsFolder, logger: logger)
    }

    private var keysPath: String { path + "/keys.json" }
    private var demoPath: String { path + "/demo.json" }
    var serverPath: String { path + "/server.json" }

    /// Creates the directory and its parents if missing.
    func create() throws {
        var folder = ""
        for name in path.split(separator: "/") {
            folder += "/\(name)"
            guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
                throw OperatorMessage(
                    "the data directory cannot be created",
                    why: "\(folder): \(String(cString: strerror(errno)))",
                    advice: "Choose another with --data-directory.",
                    exitStatus: .invalidConfiguration)
            }
        }
    }

    /// Nil if no keys were ever written.
    func readKeys() throws -> KeyRing? {
        guard FileManager.default.fileExists(atPath: keysPath) else { return nil }
        guard let data = FileManager.default.contents(atPath: keysPath),
            let keys = KeyRing(fileBytes: [UInt8](data))
        else {
            throw OperatorMessage(
                "the keys of the data directory cannot be read",
                why: "\(keysPath) is not a file that hearth wrote",
                advice: "Restore it. Without it, webhook secrets in the database stay sealed.",
                exitStatus: .invalidData)
        }
        return keys
    }

    func write(_ keys: KeyRing) throws {
        try write(keys.fileBytes, to: keysPath)
    }

    /// Changes the keys; a simultaneous change waits.
    ///
    /// Throws if no keys were ever written.
    func changeKeys<Result>(
        _ body: (inout KeyRing) async throws -> Result
    ) async throws -> Result {
        let descriptor = open(path + "/keys.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0, var keys = try readKeys() else {
            throw OperatorMessage(
                "there are no keys", why: "no `hearth up` has run in \(path)",
                advice: "Start `hearth up`, or name its directory with --data-directory.",
                exitStatus: .unavailable)
        }
        let kept = keys
        let result = try await body(&keys)
        if keys != kept { try write(keys) }
        return result
    }

    /// The server of the running `hearth up`; nil if none runs.
    func announcedServer() async -> AnnouncedServer? {
        guard let server = writtenServer, await server.answers() else { return nil }
        return server
    }

    /// The server that the directory's owner named; it may have ended.
    var writtenServer: AnnouncedServer? {
        FileManager.default.contents(atPath: serverPath)
            .flatMap { AnnouncedServer(fileBytes: [UInt8]($0)) }
    }

    /// When this directory's demo began; begins it now if it never did.
    func demoBeginning(now: Timestamp) throws -> Timestamp {
        if let data = FileManager.default.contents(atPath: demoPath) {
            let file = try? JSONParser.parse([UInt8](data))
            guard let begunAt = file?["begun_at"]?.string.flatMap(Timestamp.init(rfc3339:)) else {
                throw OperatorMessage(
                    "the demo's start date cannot be read",
                    why: "\(demoPath) is not a file that hearth wrote",
                    advice: "Remove it to start the demo over.", exitStatus: .invalidData)
            }
            return begunAt
        }
        var file = JSONObject()
        file["begun_at"] = .string(now.rfc3339)
        try write(JSONValue.object(file).bytes + [UInt8(ascii: "\n")], to: demoPath)
        return now
    }

    /// Writes a file atomically, readable by its owner only.
    func write(_ bytes: [UInt8], to path: String) throws {
        let temporaryPath = path + ".new"
        unlink(temporaryPath)
        let descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        let isWritten =
            descriptor >= 0
            && bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                == bytes.count
            && fsync(descriptor) == 0
        if descriptor >= 0 { close(descriptor) }
        guard isWritten, rename(temporaryPath, path) == 0 else {
            throw OperatorMessage(
                "the data directory cannot be written",
                why: "\(path): \(String(cString: strerror(errno)))",
                advice: "Is the disk full, and may this user write there? --data-directory names "
                    + "another directory.",
                exitStatus: .cannotCreate)
        }
    }
}
