/// What one check of `hearth doctor` found.
struct Finding: Sendable, Equatable {
    enum Status: String, Sendable {
        case ok
        /// It works, and an operator should look.
        case warn
        /// Something does not work.
        case fail
    }

    /// The check: a word for scripts.
    let name: String
    /// The tenant's slug; nil for the installation.
    var tenant: String?
    let status: Status
    let detail: String
    /// What to do; nil if all is well.
    var advice: String?
    /// The exit status of the command if this failed.
    var exitStatus = OperatorMessage.ExitStatus.invalidData

    static func ok(_ name: String, of tenant: String? = nil, _ detail: String) -> Finding {
        Finding(name: name, tenant: tenant, status: .ok, detail: detail)
    }

    static func warn(
        _ name: String, of tenant: String? = nil, _ detail: String, advice: String
    ) -> Finding {
        Finding(name: name, tenant: tenant, status: .warn, detail: detail, advice: advice)
    }

    static func fail(_ name: String, _ message: OperatorMessage) -> Finding {
        .fail(
            name, message.why, advice: message.advice ?? "", exitStatus: message.exitStatus)
    }

    static func fail(
        _ name: String, of tenant: String? = nil, _ detail: String, advice: String,
        exitStatus: OperatorMessage.ExitStatus = .invalidData
    ) -> Finding {
        Finding(
            name: name, tenant: tenant, status: .fail, detail: detail, advice: advice,
            exitStatus: exitStatus)
    }
}
