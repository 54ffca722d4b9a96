import Foundation
import Testing

/// A place that breaks a house rule, with the remedy.
struct Finding: Sendable, Equatable, CustomStringConvertible {
    let path: String
    let line: Int
    let message: String

    var description: String { "\(path):\(line): \(message)" }

    /// Compares by place only, as a rule's own tests name the line.
    static func == (left: Finding, right: Finding) -> Bool {
        left.path == right.path && left.line == right.line
    }
}

extension SourceFile {
    func finding(_ line: Int, _ message: String) -> Finding {
        Finding(path: path, line: line, message: message)
    }
}

/// Records an issue for each finding, at its line.
func expectNone(_ findings: [Finding]) {
    for finding in findings {
        Issue.record(
            Comment(rawValue: finding.description),
            sourceLocation: SourceLocation(
                fileID: finding.path.contains("/") ? finding.path : "./\(finding.path)",
                filePath: Repository.root.appending(path: finding.path).path,
                line: max(finding.line, 1),
                column: 1))
    }
}
