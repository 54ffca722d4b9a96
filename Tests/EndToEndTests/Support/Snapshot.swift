import Foundation
import TestSupport
import Testing

/// Compares a text with a file of Tests/Fixtures, which says what it was.
func expectSnapshot(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let text = text.trimmingCharacters(in: .newlines) + "\n"
    let kept = try? String(
        contentsOf: PackageRoot.url.appending(path: "Tests/Fixtures/\(name)"), encoding: .utf8)
    guard kept != text else { return }
    try text.write(
        to: PackageRoot.url.appending(path: ".build/\(name)"), atomically: true, encoding: .utf8)
    let pairs = zip((kept ?? "").split(separator: "\n"), text.split(separator: "\n"))
    let first = pairs.first { $0 != $1 }.map { "“\($0)” became “\($1)”" } ?? "a line more or less"
    Issue.record(
        "\(first). If it is meant: cp .build/\(name) Tests/Fixtures/\(name)",
        sourceLocation: sourceLocation)
}
