import Entitlements
import FoundationEssentials
import Glibc
import Logging
import Postgres

/// Where `hearth up` keeps what must be there at the next start: the cluster and the keys.
struct DataDirectory: Sendable {
    let path: String

    static let usualPath = ".hearth"

    /// The path as seen from anywhere, for the cluster's processes have another working directory.
    init(path: String) {
        self.path =
            path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    /// The private Postgres of this directory, running or not.
    func cluster(logger: Logger) -> PrivateCluster {
        PrivateCluster(directory: path + "/postgres", logger: logger)
    }

    private var keysPath: String { path + "/keys.json" }

    func create() throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        } catch {
            throw OperatorMessage(
                "the data directory cannot be made", why: "\(path): \(error)",
                advice: "Choose another with --data-directory.")
        }
    }

    /// Nil where nothing was ever kept.
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

    /// Writes them whole or not at all, for the owner's eyes only.
    func write(_ keys: KeyRing) throws {
        let temporaryPath = keysPath + ".new"
        unlink(temporaryPath)
        let descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        let bytes = keys.fileBytes
        let isWritten =
            descriptor >= 0
            && bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                == bytes.count
            && fsync(descriptor) == 0
        if descriptor >= 0 { close(descriptor) }
        guard isWritten, rename(temporaryPath, keysPath) == 0 else {
            throw OperatorMessage(
                "the keys cannot be kept", why: "\(keysPath): \(String(cString: strerror(errno)))",
                advice: "Is there room, and may this user write there?")
        }
    }
}
