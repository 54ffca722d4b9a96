import Foundation

/// A report as CSV: a file, or standard output for its first lines.
final class ReportFile {
    private static let maximumShownLines = 20

    private let file: FileHandle?
    private let path: String?
    private var shown = 0

    /// Begins a report with the names of its columns; without a path, it is shown in part.
    init(path: String?, columns: [String]) throws {
        self.path = path
        guard let path else {
            file = nil
            return
        }
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else {
            throw OperatorMessage(
                "cannot write \(path)", why: "it is a directory, or you may not write to it",
                exitStatus: .invalidData)
        }
        self.file = file
        try file.write(contentsOf: Data((CSVRow.line(columns) + "\n").utf8))
    }

    deinit {
        try? file?.close()
    }

    func add(_ fields: [String], shown sentence: String) throws {
        if let file {
            try file.write(contentsOf: Data((CSVRow.line(fields) + "\n").utf8))
            return
        }
        shown += 1
        if shown <= Self.maximumShownLines {
            printLine(sentence)
        } else if shown == Self.maximumShownLines + 1 {
            print("… the others are in the file of --report")
        }
    }
}
