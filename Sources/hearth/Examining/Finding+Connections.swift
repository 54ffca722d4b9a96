import Migrations

extension Finding {
    /// Whether the limits let a server open its connections, and another beside those that run.
    static func connections(needed: Int, within limits: [ConnectionLimit]) -> Finding {
        if let message = limits.refusal(ofConnections: needed) {
            return .fail("connections", message)
        }
        guard let narrowest = limits.min(by: { $0.left < $1.left }) else {
            return .ok("connections", "a server opens \(needed)")
        }
        let words = "\(narrowest.words) leaves \(narrowest.left), and a server opens \(needed)"
        guard narrowest.left < needed else { return .ok("connections", words) }
        return .warn("connections", words, advice: narrowest.advice(needed: needed))
    }
}

extension [ConnectionLimit] {
    /// The message if a server can never open as many; nil if it can.
    func refusal(ofConnections needed: Int) -> OperatorMessage? {
        guard let narrowest = self.min(by: { $0.allowed < $1.allowed }),
            narrowest.allowed < needed
        else { return nil }
        return OperatorMessage(
            "the database cannot be used as it is",
            why: "a server opens \(needed) connections, and \(narrowest.words) allows "
                + "\(narrowest.allowed)",
            advice: narrowest.advice(needed: needed), exitStatus: .invalidConfiguration)
    }
}

extension ConnectionLimit {
    var words: String {
        switch kind {
        case .login: "the connection limit of the login \(name)"
        case .database: "the connection limit of the database \(name)"
        case .server: "\(name) of Postgres, without what is reserved,"
        }
    }

    fileprivate func advice(needed: Int) -> String {
        let quoted = "\"\(name.replacing("\"", with: "\"\""))\""
        let raise =
            switch kind {
            case .login: "As an administrator: alter role \(quoted) connection limit N;"
            case .database: "As an administrator: alter database \(quoted) connection limit N;"
            case .server: "Raise max_connections,"
            }
        return "\(raise) with \(needed) for each server, or lower HEARTH_WRITE_CONNECTIONS."
    }
}
