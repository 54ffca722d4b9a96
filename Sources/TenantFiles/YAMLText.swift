import Entitlements
import Yams

/// Parses YAML text into nodes and reports problems of the text.
enum YAMLText {
    /// Returns the root of the only document.
    static func root(
        of yaml: String, problems: ProblemList
    ) throws(CatalogProblems) -> FileValue {
        try refuseLargeText(yaml)
        try refuseAliases(yaml)
        do {
            let node = try Parser(yaml: yaml, encoding: .utf8).singleRoot()
            guard let node else { throw problem("The file is empty.", line: 1) }
            return FileValue(node: node, line: 1, pointer: "", problems: problems)
        } catch {
            throw syntaxProblem(error, in: yaml)
        }
    }
}

extension YAMLText {
    private static func refuseLargeText(_ yaml: String) throws(CatalogProblems) {
        guard yaml.utf8.count <= TenantFile.maximumBytes else {
            throw problem("The file is longer than \(TenantFile.maximumBytes) bytes.", line: 1)
        }
    }

    /// Refuses aliases, because nested aliases can expand to a huge number of nodes.
    private static func refuseAliases(_ yaml: String) throws(CatalogProblems) {
        var line = 1
        var previous: UInt8 = UInt8(ascii: "\n")
        var isAfterAsterisk = false
        for byte in yaml.utf8 {
            if isAfterAsterisk, !isSpaceOrIndicator(byte), byte != UInt8(ascii: "*") {
                throw problem(
                    "An asterisk before a word is a YAML alias; aliases are not allowed.",
                    line: line)
            }
            isAfterAsterisk = byte == UInt8(ascii: "*") && isSpaceOrIndicator(previous)
            if byte == UInt8(ascii: "\n") { line += 1 }
            previous = byte
        }
    }

    private static func isSpaceOrIndicator(_ byte: UInt8) -> Bool {
        " \t\r\n[]{},:?".utf8.contains(byte)
    }

    private static func syntaxProblem(_ error: any Error, in text: String) -> CatalogProblems {
        switch error {
        case let problems as CatalogProblems: problems
        case YamlError.scanner(_, let detail, let mark, _),
            YamlError.parser(_, let detail, let mark, _),
            YamlError.composer(_, let detail, let mark, _):
            problem("This is not YAML: \(detail).", line: mark.line)
        case YamlError.duplicatedKeysInMapping(let keys, let context):
            problem(
                "A section has a key more than once: "
                    + keys.map { "“\($0)”" }.joined(separator: ", ") + ".",
                line: context.mark.line)
        case YamlError.reader(let detail, let offset, _, _):
            problem(
                "This is not YAML: \(detail).",
                line: text.prefix(offset ?? 0).count { $0.isNewline } + 1)
        default:
            problem("This is not YAML.", line: 1)
        }
    }

    private static func problem(_ detail: String, line: Int) -> CatalogProblems {
        CatalogProblems(problems: [FieldProblem(pointer: "", detail: detail, line: line)])
    }
}
