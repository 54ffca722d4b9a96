import Entitlements
import Foundation

/// An answer as a document shows it, which may be shortened.
///
/// What is shown must be there. Ids and times may differ, because they differ at every run.
enum ShownAnswer {
    /// Returns where the answer differs from what is shown; nil if it does not.
    static func difference(
        _ shown: JSONValue, _ answer: JSONValue?, at pointer: String = ""
    ) -> String? {
        guard let answer else { return "\(pointer) is missing" }
        switch (shown, answer) {
        case (.object(let members), .object):
            return members.members.lazy.compactMap {
                difference($0.value, answer[$0.name], at: "\(pointer)/\($0.name)")
            }.first
        case (.array(let elements), .array(let others)):
            return elements.enumerated().lazy.compactMap { index, element in
                difference(
                    element, others.dropFirst(index).first, at: "\(pointer)/\(index)")
            }.first
        case (.string(let text), .string(let other)) where masked(text) == masked(other):
            return nil
        default:
            guard shown != answer else { return nil }
            let (shown, answer) = (shown.bytes, answer.bytes)
            return "\(pointer) is \(String(decoding: answer, as: UTF8.self)), not "
                + String(decoding: shown, as: UTF8.self)
        }
    }

    /// Returns the first shown line that the output lacks, in order; nil if it has all.
    static func missingLine(of shown: String, in output: String) -> String? {
        var rest = output.split(separator: "\n").map { masked(String($0)) }[...]
        for line in shown.split(separator: "\n") {
            guard let index = rest.firstIndex(of: masked(String(line))) else { return String(line) }
            rest = rest[(index + 1)...]
        }
        return nil
    }

    private static func masked(_ text: String) -> String {
        text
            .replacing(#/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/#, with: "<time>")
            .replacing(#/\b[0-9]{2}:[0-9]{2}:[0-9]{2}\b/#, with: "<clock>")
            .replacing(#/(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/#, with: "<id>")
    }
}
