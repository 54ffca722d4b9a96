/// A key of a tenant file and its value.
struct FileEntry {
    let key: FileKey
    let value: FileValue
}

/// A key, where the key itself means something: the id of a product.
struct FileKey {
    let name: String
    let line: Int
    let pointer: String
    let problems: ProblemList

    func report(_ detail: String) {
        problems.add(CatalogProblem(line: line, pointer: pointer, detail: detail))
    }

    func identifier<Name: Identifier>(_: Name.Type) -> Name? {
        if let problem = Name.problem(with: name) {
            report("The \(Name.noun) \(problem).")
            return nil
        }
        return Name(unchecked: name)
    }
}

/// A section of a tenant file whose keys we chose.
struct FileSection {
    let place: FileValue
    let entries: [FileEntry]

    /// The value of a key; nil where it is absent or says nothing.
    subscript(key: String) -> FileValue? {
        entries.first { $0.key.name == key && !$0.value.isNull }?.value
    }

    /// The value of a key that must be there.
    func required(_ key: String) -> FileValue? {
        if let value = self[key] { return value }
        place.report("“\(key)” is missing.")
        return nil
    }
}

/// The problems found so far.
///
/// A class, so that every reader adds to the same list.
final class ProblemList {
    private var problems: [CatalogProblem] = []

    var isEmpty: Bool { problems.isEmpty }

    /// A problem that was reported before, by another look at the same value, is not repeated.
    func add(_ problem: CatalogProblem) {
        if !problems.contains(problem) { problems.append(problem) }
    }

    /// Those of one line stay in the order in which they were found.
    var inOrderOfLines: [CatalogProblem] {
        problems.enumerated()
            .sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
            .map(\.element)
    }
}

extension FileSection {
    /// Replaces the default of a rule, unless its key is absent or its value was reported.
    func read<Rule>(_ key: String, into rule: inout Rule, as convert: (FileValue) -> Rule?) {
        if let value = self[key].flatMap(convert) { rule = value }
    }
}
