import Entitlements

/// A record of an import as the database takes it, or why it cannot be.
struct ImportRow {
    let line: Int
    /// `record`, for the report; nil if the line names none.
    let record: ImportRecord?
    let facts: Result<JSONObject, RecordField.Problem>

    /// The app's own id of the household, whose rows the database takes together.
    var household: String? { (try? facts.get())?["household"]?.string }

    /// Reads a record.
    ///
    /// `record` is the kind of records that do not name one.
    init(_ given: RecordFile.Record, record standard: ImportRecord?) {
        line = given.line
        let named = given.fields?["record"]?.string.map(ImportRecord.init)
        record = named ?? standard
        facts = Result { [record] () throws(RecordField.Problem) in
            guard let fields = given.fields else {
                throw RecordField.Problem(sentence: given.problem ?? "It cannot be read.")
            }
            guard let record else { throw Self.unknownRecord }
            return try Self.facts(fields, of: record)
        }
    }

    private static func facts(
        _ given: JSONObject, of record: ImportRecord
    ) throws(RecordField.Problem) -> JSONObject {
        var facts = JSONObject()
        facts["record"] = .string(record.rawValue)
        for field in record.fields {
            facts[field.name] = try field.value(of: given[field.name])
        }
        let names = Set(record.fields.map(\.name) + ["record"])
        if let unknown = given.members.first(where: { !names.contains($0.name) }) {
            throw RecordField.Problem(
                sentence: "“\(unknown.name)” is no field of \(record.rawValue); it has: "
                    + "\(record.fields.map(\.name).joined(separator: ", ")).")
        }
        if (facts["left_at"] == nil) != (facts["left_because"] == nil) {
            guard facts["left_at"] != nil else {
                throw RecordField.Problem(sentence: "“left_because” needs a “left_at”.")
            }
            facts["left_because"] = .string("left")
        }
        if record == .grant, (facts["entitlement_id"] == nil) == (facts["product_id"] == nil) {
            throw RecordField.Problem(
                sentence: "Expected one of “entitlement_id” and “product_id”.")
        }
        return facts
    }

    private static var unknownRecord: RecordField.Problem {
        let kinds = ImportRecord.allCases.map(\.rawValue).joined(separator: ", ")
        return RecordField.Problem(sentence: "“record” must be one of: \(kinds).")
    }
}
