import Entitlements

/// The fields of a form, or of a query, each once.
struct ConsoleForm: Sendable {
    private var values: [String: String] = [:]

    static let maximumFields = 100

    init() {}

    /// Reads `application/x-www-form-urlencoded`.
    ///
    /// Throws `invalid_request` for what is no such text, a field given twice, and more than
    /// 100 fields.
    init(encoded: Substring) throws(Failure) {
        let pairs = encoded.split(separator: "&")
        guard pairs.count <= Self.maximumFields else {
            throw Failure(.invalidRequest, "A form has at most \(Self.maximumFields) fields.")
        }
        for pair in pairs {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decoded(parts[0])
            guard values[name] == nil else {
                throw Failure(.invalidRequest, "The field \(name) is given more than once.")
            }
            values[name] = parts.count == 2 ? try Self.decoded(parts[1]) : ""
        }
    }

    /// The value of a field; nil if it is absent or empty, as browsers send empty fields, too.
    subscript(name: String) -> String? {
        values[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Throws `forbidden` unless the form holds the token of the session's pages.
    func require(token: String) throws(Failure) {
        guard values["form_token"] == token else {
            throw Failure(
                .forbidden,
                "The form belongs to another session. Open the page again, and send the form from "
                    + "there."
            )
        }
    }

    private static func decoded(_ text: Substring) throws(Failure) -> String {
        try PercentEncoding.decoded(text.replacing("+", with: " "))
    }
}
