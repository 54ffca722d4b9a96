import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// The operations of the API for one tenant, carried out in process as an operator.
struct TenantAPI: Sendable {
    let api: OperatorAPI
    let tenant: TenantID

    /// Returns an operation's answer; null if it has no body.
    ///
    /// A refusal of what the command was given names its option, as the parser would.
    func answer(to call: OperationCall) async throws -> JSONValue {
        do {
            return try await api.answer(to: call, for: tenant)
        } catch let failure as Failure {
            throw call.mistake(failure) ?? failure
        }
    }

    /// Returns as many rows of a list as wanted, in one page.
    ///
    /// A page may have fewer rows than were asked for, although more follow. If the answer is to be
    /// `filled`, only rows count; otherwise, what was asked for does.
    func page(
        of call: OperationCall, limit: Int, pageRows: Int, filled: Bool = false
    ) async throws -> JSONValue {
        var rows: [JSONValue] = []
        var page = JSONValue.null
        var (missing, call) = (limit, call)
        repeat {
            page = try await answer(to: call.with("limit", String(min(missing, pageRows))))
            let found = page["data"]?.array ?? []
            rows += found
            missing -= filled ? found.count : pageRows
            guard let next = page["next_cursor"]?.string else { break }
            call = call.with("cursor", next)
        } while missing > 0
        var whole = page.object ?? JSONObject()
        whole["data"] = .array(rows)
        return .object(whole)
    }
}

extension OperationCall {
    /// Throws if two options give one field.
    func requireNoConflict() throws {
        if let conflict = conflicts.first { throw ValidationError(conflict.detail) }
    }

    /// The refusal of a field or a parameter, as one of the option that gave it.
    ///
    /// Nil for any other failure.
    fileprivate func mistake(_ failure: Failure) -> ValidationError? {
        if failure.code == .invalidRequest { return ValidationError(failure.detail) }
        guard failure.code == .validationFailed, !failure.pointers.isEmpty else { return nil }
        return ValidationError(failure.pointers.map(sentence).joined(separator: "\n"))
    }

    private func sentence(_ problem: FieldProblem) -> String {
        let name = problem.pointer.split(separator: "/").first.map(String.init) ?? ""
        guard name.isEmpty else { return "\(option(of: name)): \(problem.detail)" }
        // What is expected of several fields names them.
        let words = problem.detail.split(separator: " ", omittingEmptySubsequences: false)
        return words.map { word in
            let field = String(word.prefix { $0.isLetter || $0 == "_" })
            return (options[field] ?? field) + word.dropFirst(field.count)
        }.joined(separator: " ")
    }
}
