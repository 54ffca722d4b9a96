package import Migrations

extension Schema {
    /// The files of this schema with other texts, and more.
    package func files(_ text: (File) -> String, and more: [File] = []) -> [File] {
        (roles + access + migrations.map(\.file) + functions + shared).map {
            File(path: $0.path, text: text($0))
        } + more
    }

    /// A release whose answers lack a field, `management_url`.
    ///
    /// Without a shape it does as all releases before 0174: it stores the definition's version
    /// alone, and takes a lower one for an older definition.
    package static func older(hasShape: Bool) -> Schema {
        Schema(
            files: embedded.files { file in
                switch file.path.split(separator: "/").last {
                case "entitlement_json.sql":
                    file.text.replacing(
                        ",\n        'management_url', entitlement.management_url) end",
                        with: ") end")
                case "answer_version.sql" where !hasShape:
                    file.text.replacing(" - (api.answer_shape() << 32)", with: "")
                case "definition_of_answer.sql" where !hasShape:
                    file.text.replacing(" & 4294967295", with: "")
                default: file.text
                }
            })
    }
}
