/// Names that commands had in the release before, which still work.
enum FormerNames {
    private static let all: [(former: [String], present: [String])] = [
        (["tenant"], ["tenants"]), (["key"], ["keys"]), (["endpoint"], ["endpoints"]),
        (["webhook"], ["webhooks"]), (["token"], ["tokens"]),
        (["tenants", "secret"], ["tenants", "secrets"]),
        (["tenants", "signing-key"], ["tenants", "signing-keys"]),
        (["reconcile", "cancel"], ["runs", "cancel"]),
        (["reconcile", "drift"], ["runs", "drift"]),
    ]

    /// The words of a command line with the present names, also behind `help`.
    static func renamed(in words: [String]) -> [String] {
        if words.first == "help" { return ["help"] + renamed(in: Array(words.dropFirst())) }
        return all.reduce(words) { words, name in
            guard words.starts(with: name.former) else { return words }
            return name.present + words.dropFirst(name.former.count)
        }
    }
}
