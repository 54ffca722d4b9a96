/// A connection string for another server, which connects by it itself.
package struct ForeignConnection: Sendable {
    /// Host, port and database, without the login and its password.
    package let place: String
    /// Keywords and values; the session starts with the settings.
    package let text: String

    /// Throws `.malformedConnectionString`.
    package init(
        _ connectionString: String, settings: [(name: String, value: String)] = []
    ) throws(PostgresError) {
        let given = try ConnectionString(parsing: connectionString)
        var keywords = given.settings
        let options = settings.map { "-c \($0.name)=\($0.value)" }
        if !options.isEmpty {
            keywords["options"] = ([keywords["options"]].compactMap(\.self) + options)
                .joined(separator: " ")
        }
        text = keywords.sorted { $0.key < $1.key }.map { keyword in
            let value = keyword.value.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
            return "\(keyword.key)='\(value)'"
        }.joined(separator: " ")
        place = [given["host"] ?? given["hostaddr"], given["port"], given["dbname"]]
            .compactMap(\.self).joined(separator: "/")
    }
}
