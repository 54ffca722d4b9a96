import Entitlements
import Yams

/// A value of a tenant file and its place.
///
/// Reading it as the wrong type reports a problem and returns nil.
struct FileValue {
    let node: Node

    /// The line of the value's key or, in a list, of the value itself.
    let line: Int
    let pointer: String
    let problems: ProblemList

    func report(_ detail: String) {
        problems.add(FieldProblem(pointer: pointer, detail: detail, line: line))
    }
}

extension FileValue {
    /// Whether the value is empty or `null`.
    var isNull: Bool {
        guard let scalar = node.scalar, scalar.style == .plain else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(scalar.string)
    }

    /// Whether the value has keys of its own.
    var isSection: Bool { node.mapping != nil }

    /// Returns text as written, even if YAML would read it as a number.
    func text(maximumBytes: Int) -> String? {
        guard let text = writtenText else { return nil }
        if text.isEmpty || text.utf8.count > maximumBytes {
            report("The text must have 1 to \(maximumBytes) bytes.")
            return nil
        }
        if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            report("The text contains a control character.")
            return nil
        }
        return text
    }

    func identifier<Name: Identifier>(_: Name.Type) -> Name? {
        guard let text = writtenText else { return nil }
        if let problem = Name.problem(with: text) {
            report("The \(Name.noun) \(problem).")
            return nil
        }
        return Name(unchecked: text)
    }

    /// Returns one word of an enumeration.
    func word<Word: RawRepresentable<String> & CaseIterable>(_: Word.Type) -> Word? {
        guard let text = writtenText else { return nil }
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
        report("“\(text)” is not one of \(words).")
        return nil
    }

    func wholeNumber(in range: ClosedRange<Int>) -> Int? {
        if let scalar = node.scalar, scalar.style == .plain,
            let number = Int(scalar.string), range.contains(number)
        {
            return number
        }
        report("A whole number from \(range.lowerBound) to \(range.upperBound) is expected.")
        return nil
    }

    /// Returns the allowance of a limit: a number, `unlimited`, or a section with its fair use.
    func allowance() -> TenantDefinition.Allowance? {
        if isWord("unlimited") { return .unlimited() }
        if isSection {
            guard let section = section(of: ["fair_use", "hard"]),
                let fairUse = section.required("fair_use")?.wholeNumber(
                    in: TenantDefinition.Allowance.fairUseRange)
            else { return nil }
            return .unlimited(fairUse: fairUse, isHard: section["hard"]?.flag() ?? false)
        }
        return wholeNumber(in: TenantDefinition.Limit.amountRange).map { .amount($0) }
    }

    /// Whether the value is this text.
    func isWord(_ word: String) -> Bool { node.scalar?.string == word }

    func flag() -> Bool? {
        if let scalar = node.scalar, scalar.style == .plain, let flag = Bool(scalar.string) {
            return flag
        }
        report("Either true or false is expected.")
        return nil
    }

    func billingPeriod() -> BillingPeriod? {
        guard let text = writtenText else { return nil }
        if let period = BillingPeriod(rawValue: text) { return period }
        report(
            "“\(text)” is not an ISO 8601 duration of days, weeks, months or years, such as P7D "
                + "or P1M."
        )
        return nil
    }

    func timestamp() -> Timestamp? {
        guard let text = writtenText else { return nil }
        if let moment = Timestamp(rfc3339: text) { return moment }
        report("“\(text)” is not an RFC 3339 time, such as 2026-11-21T10:00:00Z.")
        return nil
    }

    /// Returns a header name, checked against the characters that RFC 9110 allows.
    func headerName() -> String? {
        guard let text = text(maximumBytes: 100) else { return nil }
        let isToken = text.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0))
                || "!#$%&'*+-.^_`|~".unicodeScalars.contains($0)
        }
        if isToken { return text }
        report("“\(text)” cannot be the name of a header.")
        return nil
    }

    private var writtenText: String? {
        if !isNull, let scalar = node.scalar { return scalar.string }
        report("Text is expected.")
        return nil
    }
}

extension FileValue {
    var isEmptyList: Bool { node.sequence?.isEmpty == true }

    func list() -> [FileValue]? {
        guard let sequence = node.sequence else {
            report("A list is expected.")
            return nil
        }
        return sequence.enumerated().map { index, element in
            FileValue(
                node: element, line: element.mark?.line ?? line, pointer: "\(pointer)/\(index)",
                problems: problems)
        }
    }

    /// Returns a section with fixed keys; reports unknown keys.
    func section(of keys: [String]) -> FileSection? {
        guard let entries = mappingEntries else { return nil }
        for entry in entries where !keys.contains(entry.key.name) {
            let name = entry.key.name
            let known = keys.map { "“\($0)”" }.joined(separator: ", ")
            let hint = NearestName.of(name, among: keys).map { "did you mean “\($0)”? The" }
            entry.value.report("“\(name)” is not a known key; \(hint ?? "the") keys are \(known).")
        }
        return FileSection(place: self, entries: entries.filter { keys.contains($0.key.name) })
    }

    /// Returns a section whose keys the author of the file chooses.
    func entries(named noun: String, maximum: Int) -> [FileEntry]? {
        guard let entries = mappingEntries else { return nil }
        guard entries.count <= maximum else {
            report("There are \(entries.count) \(noun); at most \(maximum) are allowed.")
            return nil
        }
        return entries
    }

    /// The entries in order; reports repeated names.
    private var mappingEntries: [FileEntry]? {
        if isNull { return [] }
        guard let mapping = node.mapping else {
            report("Keys with values are expected.")
            return nil
        }
        var entries: [FileEntry] = []
        var lines: [[UInt8]: Int] = [:]
        for (keyNode, valueNode) in mapping {
            let line = keyNode.mark?.line ?? line
            guard let name = keyNode.scalar?.string else {
                report("A key must be text.")
                continue
            }
            let pointer = pointer + JSONPointer.escaped(name)
            let key = FileKey(name: name, line: line, pointer: pointer, problems: problems)
            if let first = lines.updateValue(line, forKey: Array(name.utf8)) {
                lines[Array(name.utf8)] = first
                key.report("“\(name)” is already there, on line \(first).")
                continue
            }
            let value = FileValue(node: valueNode, line: line, pointer: pointer, problems: problems)
            entries.append(FileEntry(key: key, value: value))
        }
        return entries
    }
}
