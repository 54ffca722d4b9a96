/// Finds the operations whose paths stand in code: in a line for curl, or as `POST /v1/users`.
struct OperationFinder: Sendable {
    private let operations: [(segments: [Substring], operation: Operation)]

    init(_ operations: [Operation]) {
        // A path with fewer parameters comes first: `/v1/users/identify` is no app user's.
        self.operations = operations.map { ($0.path.split(separator: "/"), $0) }
            .sorted { Self.parameters(in: $0.segments) < Self.parameters(in: $1.segments) }
    }

    private static func parameters(in segments: [Substring]) -> Int {
        segments.count { $0.hasPrefix("{") }
    }

    /// Returns where paths stand, in order, and the operation of each.
    func operations(in code: Substring) -> [(part: Range<Substring.Index>, operation: Operation)] {
        code.matches(of: #/\/(?:v1\/[^\s"'?)`]+|livez|readyz|metrics)/#).compactMap { match in
            operation(match.output, Self.method(before: match.range, in: code))
                .map { (match.range, $0) }
        }
    }

    /// An operation of the path, of this method if there is one.
    private func operation(_ path: Substring, _ method: Substring) -> Operation? {
        let sent = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let path = operations.first { segments, _ in
            segments.count == sent.count
                && zip(segments, sent).allSatisfy { $0.hasPrefix("{") && !$1.isEmpty || $0 == $1 }
        }?.operation.path
        let found = operations.filter { $0.operation.path == path }
        return (found.first { $0.operation.method == method } ?? found.first)?.operation
    }

    /// The method that stands before a path, or that the command around it has.
    private static func method(
        before path: Range<Substring.Index>, in code: Substring
    ) -> Substring {
        let before = code[..<path.lowerBound]
        if let word = before.firstMatch(of: #/(GET|PUT|POST|PATCH|DELETE) $/#)?.1 { return word }
        let start = before.lastRange(of: "curl")?.lowerBound ?? code.startIndex
        let rest = code[path.upperBound...]
        let end = rest.firstMatch(of: #/[^\\]\n|\bcurl\b/#)?.range.lowerBound ?? rest.endIndex
        let command = code[start..<end]
        if let word = command.firstMatch(of: #/ -X (?:OPTIONS|([A-Z]+))/#)?.1 { return word }
        return command.contains(" -d ") ? "POST" : "GET"
    }
}

extension Substring {
    fileprivate func lastRange(of word: String) -> Range<Index>? { ranges(of: word).last }
}
