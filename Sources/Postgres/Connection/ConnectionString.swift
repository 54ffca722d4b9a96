import CLibPQ

/// The settings that a libpq connection string gives, read before anything connects.
///
/// libpq's messages quote the text that they are about, and that may be a part of the password. So
/// this refuses, without a quote, what libpq cannot read and what it misreads.
struct ConnectionString: Sendable {
    let settings: [String: String]

    /// Throws `.malformedConnectionString`.
    init(parsing text: String) throws(PostgresError) {
        var message: UnsafeMutablePointer<CChar>?
        guard let first = PQconninfoParse(text, &message) else {
            PQfreemem(message)
            throw .malformedConnectionString
        }
        defer { PQconninfoFree(first) }
        var settings: [String: String] = [:]
        var option = first
        while let name = option.pointee.keyword {
            if let value = option.pointee.val {
                settings[String(cString: name)] = String(cString: value)
            }
            option += 1
        }
        self.settings = settings
        guard !isMisread(text) else { throw .malformedConnectionString }
    }

    /// The value of a setting; nil if the string does not give it.
    subscript(name: String) -> String? { settings[name] }

    /// Each host's parameters, if the string names several that may be tried beside each other.
    ///
    /// Empty for one host, and where libpq goes through the list twice to find a standby.
    var hosts: [[(name: String, value: String)]] {
        func list(_ name: String) -> [String] {
            (self[name] ?? "").split(separator: ",", omittingEmptySubsequences: false)
                .map(String.init)
        }
        let (names, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
        let count = max(names.count, addresses.count)
        guard count > 1, self["target_session_attrs"] != "prefer-standby" else { return [] }
        return (0..<count).map { index in
            [("host", names), ("hostaddr", addresses), ("port", ports)].compactMap { name, values in
                let value = values.count == 1 ? values[0] : values.dropFirst(index).first ?? ""
                return value.isEmpty && name == "hostaddr" ? nil : (name, value)
            }
        }
    }

    /// Whether several hosts are named, and any of them will do, primary or standby.
    var leavesServerOpen: Bool {
        hosts.count > 1 && ["any", nil].contains(self["target_session_attrs"])
    }

    /// Whether a character of the password ended it: an `@` leaves the rest in the host, and a `/`
    /// leaves it in the port and the database.
    private func isMisread(_ text: String) -> Bool {
        let ports = (self["port"] ?? "").split(separator: ",")
        if ports.contains(where: { UInt16($0) == nil }) { return true }
        guard text.contains("://") else { return false }
        return self["host"]?.contains("@") == true
            || self["password"] == nil && self["dbname"]?.contains("@") == true
    }
}
