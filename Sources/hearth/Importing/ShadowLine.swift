import Entitlements

/// What an app says of one app user and entitlement.
struct ShadowLine {
    let number: Int
    let appUserID: String
    let entitlementID: String
    let isActive: Bool
    /// Why the line cannot be read; nil if it can.
    let problem: String?

    init(_ record: RecordFile.Record, fields: [RecordField]) {
        number = record.line
        var values: [String: JSONValue] = [:]
        var problem = record.problem
        for field in fields where problem == nil {
            do throws(RecordField.Problem) {
                values[field.name] = try field.value(of: record.fields?[field.name])
            } catch {
                problem = error.sentence
            }
        }
        appUserID = values["app_user_id"]?.string ?? ""
        entitlementID = values["entitlement_id"]?.string ?? ""
        isActive = values["is_active"] == .bool(true)
        self.problem = problem
    }

    /// Returns why Hearth answers a check as it does, in a sentence.
    static func reason(_ check: JSONObject) -> String {
        if let error = check["error"]?.string { return error }
        var words = ["status \(check["status"]?.string ?? "none")"]
        if let ended = check["ended_reason"]?.string { words.append("ended by \(ended)") }
        if let end = check["expires_at"]?.string { words.append("until \(end)") }
        if let source = check["source"]?.object {
            let parts = ["kind", "store", "product_id", "app_user_id"].compactMap {
                source[$0]?.string
            }
            words.append("from \(parts.joined(separator: " "))")
        } else {
            words.append("no purchase, grant or household gives it")
        }
        return words.joined(separator: ", ")
    }
}

/// How many lines of a comparison agree.
struct ShadowCounts {
    var same = 0
    var onlyApp = 0
    var onlyHere = 0
    var unreadable = 0

    var total: Int { same + onlyApp + onlyHere + unreadable }

    mutating func count(app: Bool, here: Bool) {
        switch (app, here) {
        case (true, false): onlyApp += 1
        case (false, true): onlyHere += 1
        default: same += 1
        }
    }
}
