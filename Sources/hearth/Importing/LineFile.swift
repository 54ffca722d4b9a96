import Entitlements
import Glibc

/// A text file that is read line by line, in bounded memory.
struct LineFile: ~Copyable {
    static let maximumLineBytes = 1_048_576
    private static let chunkBytes = 65_536

    /// How many bytes the file has.
    let totalBytes: Int
    /// How many bytes were read.
    private(set) var readBytes = 0
    private let descriptor: Int32
    private let path: String
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    private var isAtStart = true

    init(path: String) throws {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            throw OperatorMessage(
                "cannot read \(path)", why: String(cString: strerror(errno)),
                exitStatus: .invalidData)
        }
        self.path = path
        totalBytes = Int(status.st_size)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns the next line without its end (LF or CR LF); nil after the last.
    ///
    /// A byte order mark before the first line is dropped.
    mutating func next() throws -> [UInt8]? {
        let line = try nextWithMark()
        defer { isAtStart = false }
        guard isAtStart, let line else { return line }
        return Array(line.dropFirst(ByteOrderMark.length(before: line)))
    }

    private mutating func nextWithMark() throws -> [UInt8]? {
        while true {
            if let end = buffer[position...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { position = end + 1 }
                let line = buffer[position..<end]
                return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
            }
            guard !isAtEnd else {
                defer { position = buffer.count }
                return position < buffer.count ? Array(buffer[position...]) : nil
            }
            guard buffer.count - position <= Self.maximumLineBytes else {
                throw OperatorMessage(
                    "cannot read \(path)",
                    why: "a line is longer than \(Self.maximumLineBytes) bytes",
                    exitStatus: .invalidData)
            }
            try fill()
        }
    }

    private mutating func fill() throws {
        buffer.removeFirst(position)
        position = 0
        let chunk = try [UInt8](unsafeUninitializedCapacity: Self.chunkBytes) { bytes, count in
            let got = read(descriptor, bytes.baseAddress, bytes.count)
            guard got >= 0 else {
                throw OperatorMessage(
                    "cannot read \(path)", why: String(cString: strerror(errno)),
                    exitStatus: .invalidData)
            }
            count = got
        }
        isAtEnd = chunk.isEmpty
        readBytes += chunk.count
        buffer += chunk
    }
}
