import Entitlements

/// What a search on the pages can find.
struct SearchEntry {
    let kind: String
    let title: String
    let path: String
    /// Further words that lead to it, which are shown beside it.
    let words: String

    /// An array, which is shorter than an object: kind, title, path, words.
    var json: JSONValue { .array([kind, title, path, words].map(JSONValue.string)) }

    static func all(_ contract: Contract, _ documents: [Document]) -> [SearchEntry] {
        let texts = documents.flatMap { document in
            [
                SearchEntry(
                    kind: "Document", title: document.title, path: document.path,
                    words: document.summary)
            ]
                + document.headings.map {
                    SearchEntry(
                        kind: "Section", title: $0.text.replacing("`", with: ""), path: $0.path,
                        words: document.title)
                }
        }
        let operations = contract.operations.map {
            SearchEntry(
                kind: "Operation", title: $0.summary, path: $0.address,
                words: "\($0.method) \($0.path) \($0.id)")
        }
        let codes = ErrorCode.allCases.map {
            SearchEntry(
                kind: "Error", title: $0.rawValue, path: $0.address,
                words: "\($0.httpStatus) \($0.title)")
        }
        return operations + texts + codes
    }
}

extension ErrorCode {
    /// The page, which the `type` of a problem names.
    var address: String { "/errors/\(rawValue)" }
}
