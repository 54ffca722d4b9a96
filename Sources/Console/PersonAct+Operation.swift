package import Entitlements

/// An operation of the API: what is sent where.
package struct ActOperation: Sendable, Equatable {
    package let method: String
    /// The path with its query, encoded.
    package let target: String
    package let body: JSONValue?
}

extension PersonAct {
    /// Returns the operation that carries the act out upon a person.
    ///
    /// What is wrong with a field is for the API to say. Only the typed confirmation is compared
    /// here: throws `validation_failed` if it is not the id. `id` is the one in the address of the
    /// person's page. A preview changes nothing. `key` names the form, where an operation needs a
    /// reference and none was typed. `fields` are the texts of the form that are not empty.
    package func operation(
        upon id: String, isPreview: Bool, key: String, _ fields: [String: String]
    ) throws(Failure) -> ActOperation {
        if self == .erase { try Self.require(confirmation: fields["confirmation"], of: id) }
        let isDeletion = [.revoke, .remove, .erase].contains(self)
        return ActOperation(
            method: isDeletion ? "DELETE" : "POST", target: target(upon: id, fields),
            body: body(isPreview: isPreview, key: key, fields))
    }

    private func target(upon id: String, _ fields: [String: String]) -> String {
        let id = PercentEncoding.encoded(id)
        // Nothing has the name that stands for an empty field, so the API says what is missing.
        let encoded = { (name: String) in PercentEncoding.encoded(fields[name] ?? "-") }
        switch self {
        case .note: return "/v1/admin/users/\(id)/notes"
        case .sync: return "/v1/users/\(id)/sync"
        case .identify: return "/v1/users/identify"
        case .undo: return "/v1/merges/\(encoded("merge_id"))/undo"
        case .claim: return "/v1/users/\(id)/claims"
        case .grant: return "/v1/users/\(id)/grants"
        case .revoke:
            let reason = fields["reason"] == nil ? "" : "?reason=\(encoded("reason"))"
            return "/v1/users/\(id)/grants/\(encoded("grant_id"))\(reason)"
        case .adjust: return "/v1/users/\(id)/credits/\(encoded("credit_id"))/adjust"
        case .code: return "/v1/admin/campaigns/\(encoded("campaign_id"))/codes"
        case .retry: return "/v1/admin/webhook_events/\(encoded("event_id"))/retry"
        case .remove:
            return "/v1/households/\(encoded("household_id"))/members/\(encoded("member"))"
                + "?reason=removed"
        case .dismiss: return "/v1/users/\(id)/notices/\(encoded("notice_id"))/dismiss"
        case .erase: return "/v1/users/\(id)"
        }
    }

    private func body(
        isPreview: Bool, key: String, _ fields: [String: String]
    ) -> JSONValue? {
        let text = { (name: String) in fields[name].map(JSONValue.string) ?? .null }
        return switch self {
        case .note: .members(["note": text("note")])
        case .identify:
            .members([
                "anonymous_app_user_id": text("anonymous_app_user_id"),
                "app_user_id": text("app_user_id"), "dry_run": .bool(isPreview),
            ])
        case .undo: .members(["reason": text("reason")])
        case .claim: .members(["orphan_id": text("orphan_id"), "dry_run": .bool(isPreview)])
        case .grant: Self.grant(text)
        case .adjust:
            .members([
                "amount": Self.number(fields["amount"]),
                "reference": .string(fields["reference"] ?? "console \(key)"),
                "reason": text("reason"),
            ])
        case .code: .members(["count": .integer(1)])
        case .sync, .revoke, .retry, .remove, .dismiss, .erase: nil
        }
    }

    private static func grant(_ text: (String) -> JSONValue) -> JSONValue {
        let isEndless = text("duration") == .string(lifetime)
        return .members([
            "entitlement_id": text("entitlement_id"), "reason": text("reason"),
            "duration": isEndless ? .null : text("duration"),
            "lifetime": isEndless ? .bool(true) : .null,
            "extends": .bool(!text("extends").isNull),
        ])
    }

    /// A whole number as a number; any other text as it is, which the API refuses.
    private static func number(_ text: String?) -> JSONValue {
        guard let text else { return .null }
        return Int64(text.replacing("−", with: "-")).map(JSONValue.integer) ?? .string(text)
    }

    private static func require(confirmation: String?, of id: String) throws(Failure) {
        guard let confirmation, confirmation.utf8.elementsEqual(id.utf8) else {
            throw Failure(
                .validationFailed,
                "Nothing was erased, because the text that you typed is not the id.",
                pointers: [FieldProblem(pointer: "/confirmation", detail: "Expected the id.")])
        }
    }
}
