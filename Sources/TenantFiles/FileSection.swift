import Entitlements

/// A key of a tenant file and its value.
struct FileEntry {
    let key: FileKey
    let value: FileValue
}

/// A key of a tenant file; it may be an id, such as a product's.
struct FileKey {
    let name: String
    let line: Int
    let pointer: String
    let problems: ProblemList

    func report(_ detail: String) {
        problems.add(FieldProblem(pointer: pointer, detail: detail, line: line))
    }

    func identifier<Name: Identifier>(_: Name.Type) -> Name? {
        if let problem = Name.problem(with: name) {
            report("The \(Name.noun) \(problem).")
            return nil
        }
        return Name(unchecked: name)
    }
}

/// A section of a tenant file with fixed keys.
struct FileSection {
    let place: FileValue
    let entries: [FileEntry]

    /// Returns the value of a key; nil if it is absent or null.
    subscript(key: String) -> FileValue? {
        entries.first { $0.key.name == key && !$0.value.isNull }?.value
    }

    /// Returns the value of a required key.
    func required(_ key: String) -> FileValue? {
        if let value = self[key] { return value }
        place.report("“\(key)” is missing.")
        return nil
    }
}

/// The problems found so far.
///
/// A class, so that all readers add to one list.
final class ProblemList {
    private var problems: [FieldProblem] = []

    var isEmpty: Bool { problems.isEmpty }

    /// Adds a problem unless it is already in the list: a value may be read twice.
    func add(_ problem: FieldProblem) {
        if !problems.contains(problem) { problems.append(problem) }
    }

    /// The problems by line; problems of one line keep their order.
    var inOrderOfLines: [FieldProblem] {
        problems.enumerated()
            .sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }
            .map(\.element)
    }
}

extension FileSection {
    /// Replaces the default of a rule, unless the key is absent or its value is invalid.
    func read<Rule>(_ key: String, into rule: inout Rule, as convert: (FileValue) -> Rule?) {
        if let value = self[key].flatMap(convert) { rule = value }
    }
}
