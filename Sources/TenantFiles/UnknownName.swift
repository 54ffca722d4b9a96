/// The sentence about a name that a list of the file lacks, with the names that it has.
enum UnknownName {
    private static let maximumNames = 20

    static func sentence(
        _ name: String, isNoneOf list: String, _ names: some Sequence<String>
    ) -> String {
        let known = names.sorted()
        let shown = known.prefix(maximumNames) + (known.count > maximumNames ? ["…"] : [])
        let words = known.isEmpty ? "none" : shown.joined(separator: ", ")
        return "“\(name)” is not one of \(list); it has: \(words)."
    }
}
