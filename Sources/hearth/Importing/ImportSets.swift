import EntitlementsDatabase

/// Gathers the rows of a file into sets; the rows of a household stay together.
struct ImportSets: ~Copyable {
    private static let usualRows = 512
    /// With a set's other rows, as many as a call takes.
    static let maximumHouseholdRows = ImportRows.maximumRows - usualRows

    private var file: RecordFile
    private let record: ImportRecord?
    private var ahead: ImportRow?

    /// `record` is the kind of records that do not name one.
    init(_ file: consuming RecordFile, record: ImportRecord?) {
        self.file = file
        self.record = record
    }

    var totalBytes: Int { file.totalBytes }
    var readBytes: Int { file.readBytes }

    /// Returns the next rows; empty after the last.
    mutating func next() throws -> [ImportRow] {
        var rows: [ImportRow] = []
        while let row = try ahead ?? read() {
            ahead = nil
            let isSameHousehold = row.household != nil && row.household == rows.last?.household
            guard rows.count < Self.usualRows || isSameHousehold else {
                ahead = row
                return rows
            }
            guard rows.count < ImportRows.maximumRows else {
                throw OperatorMessage(
                    "the import stops at line \(row.line)",
                    why: "a household has more than \(Self.maximumHouseholdRows) rows",
                    exitStatus: .invalidData)
            }
            rows.append(row)
        }
        return rows
    }

    private mutating func read() throws -> ImportRow? {
        try file.next().map { ImportRow($0, record: record) }
    }
}
