import Foundation
import Testing

/// One place that breaks a house rule, and what to do about it.
struct Finding: Sendable, Equatable, CustomStringConvertible {
    let path: String
    let line: Int
    let message: String

    var description: String { "\(path):\(line): \(message)" }

    /// Findings compare by where they are: a rule's own tests say which line it must find.
    static func == (left: Finding, right: Finding) -> Bool {
        left.path == right.path && left.line == right.line
    }
}

extension SourceFile {
    func finding(_ line: Int, _ message: String) -> Finding {
        Finding(path: path, line: line, message: message)
    }
}

/// Records each finding as an issue of its own, at the line that breaks the rule.
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
