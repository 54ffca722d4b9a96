/// Reads one row of CSV from its lines: quoted fields may hold commas, quotes and line ends.
struct CSVRow {
    private(set) var values: [String] = []
    private var field: [UInt8] = []
    private var isQuoted = false

    /// Reads one more line; returns whether the row is complete.
    mutating func append(_ line: some Collection<UInt8>) -> Bool {
        if isQuoted { field.append(UInt8(ascii: "\n")) }
        var index = line.startIndex
        while index < line.endIndex {
            let byte = line[index]
            index = line.index(after: index)
            if isQuoted {
                guard byte == UInt8(ascii: "\"") else {
                    field.append(byte)
                    continue
                }
                if index < line.endIndex, line[index] == UInt8(ascii: "\"") {
                    field.append(byte)
                    index = line.index(after: index)
                } else {
                    isQuoted = false
                }
            } else if byte == UInt8(ascii: "\"") && field.isEmpty {
                isQuoted = true
            } else if byte == UInt8(ascii: ",") {
                endField()
            } else {
                field.append(byte)
            }
        }
        guard !isQuoted else { return false }
        endField()
        return true
    }

    private mutating func endField() {
        values.append(String(decoding: field, as: UTF8.self))
        field.removeAll(keepingCapacity: true)
    }

    /// Returns a line of CSV; fields are quoted where they must be.
    static func line(_ fields: [String]) -> String {
        fields.map { field in
            guard field.utf8.contains(where: { ",\"\n\r".utf8.contains($0) }) else { return field }
            return "\"\(field.replacing("\"", with: "\"\""))\""
        }.joined(separator: ",")
    }
}
