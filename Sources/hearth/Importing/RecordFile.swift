import Entitlements

/// A file of records: CSV with a header (RFC 4180), or a JSON object on each line (NDJSON).
///
/// The name decides: `.csv`, else NDJSON.
struct RecordFile: ~Copyable {
    /// One record, with the number of its first line.
    struct Record {
        let line: Int
        /// Nil: the record cannot be read; `problem` says why.
        let fields: JSONObject?
        let problem: String?
    }

    private var lines: LineFile
    private var lineNumber = 0
    /// The names of the columns; nil for NDJSON.
    private var header: [String]?

    var totalBytes: Int { lines.totalBytes }
    var readBytes: Int { lines.readBytes }

    private init(_ lines: consuming LineFile) {
        self.lines = lines
    }

    static func open(path: String) throws -> RecordFile {
        var file = RecordFile(try LineFile(path: path))
        guard path.hasSuffix(".csv") else { return file }
        let names = try file.nextRow()?.values ?? []
        guard !names.isEmpty, names.count == Set(names).count else {
            throw OperatorMessage(
                "cannot read \(path)", why: "the first line must name each column once",
                exitStatus: .invalidData)
        }
        file.header = names
        return file
    }

    /// Returns the next record; nil after the last.
    ///
    /// Empty lines are skipped.
    mutating func next() throws -> Record? {
        guard let header else { return try nextObject() }
        guard let (line, values) = try nextRow() else { return nil }
        guard values.count == header.count else {
            return Record(
                line: line, fields: nil,
                problem: "There are \(values.count) fields; the header has \(header.count).")
        }
        var fields = JSONObject()
        for (name, value) in zip(header, values) where !value.isEmpty {
            fields[name] = .string(value)
        }
        return Record(line: line, fields: fields, problem: nil)
    }

    private mutating func nextObject() throws -> Record? {
        while let line = try lines.next() {
            lineNumber += 1
            guard line.contains(where: { $0 != UInt8(ascii: " ") }) else { continue }
            do {
                guard let object = try JSONParser.parse(line).object else {
                    return Record(line: lineNumber, fields: nil, problem: "It is no JSON object.")
                }
                return Record(line: lineNumber, fields: object, problem: nil)
            } catch {
                return Record(line: lineNumber, fields: nil, problem: error.detail)
            }
        }
        return nil
    }

    /// Returns the fields of the next row and its first line.
    private mutating func nextRow() throws -> (line: Int, values: [String])? {
        var row = CSVRow()
        var first = 0
        while let line = try lines.next() {
            lineNumber += 1
            if first == 0 {
                guard !line.isEmpty else { continue }
                first = lineNumber
            }
            if row.append(line[...]) { return (first, row.values) }
        }
        return first == 0 ? nil : (first, row.values)
    }
}
