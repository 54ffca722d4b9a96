import Console
import Crypto
import Entitlements

extension OperationCall {
    /// Reads what a form of the console sends to its operation.
    ///
    /// What is wrong with a field is for the operation to say. Only the typed confirmation is
    /// compared here.
    ///
    /// - Parameters:
    ///   - form: The form.
    ///   - values: What was typed, by the names of fields and of boxes; nothing is empty.
    ///   - subject: The parameters of the path that the address of the page gives.
    ///   - isPreview: Whether the operation shall change nothing, for a form with a preview.
    ///   - key: The name of the form that was sent: repeated with it, one act stays one act.
    /// - Throws: `validation_failed` if what was typed is not the parameter that it confirms.
    init(
        _ form: OperationForm, _ values: [String: String], of subject: [String: String],
        isPreview: Bool, key: String
    ) throws(Failure) {
        if let confirmed = form.confirms.flatMap({ subject[$0] }) {
            try Self.require(values["confirmation"], is: confirmed)
        }
        self.init(
            form.operation,
            // Nothing has the name that stands for an empty field, so the API says what is missing.
            of: form.path.map { values[$0] ?? subject[$0] ?? "-" }, hasBody: form.hasBody)
        for field in form.fields { add(field, values, key: key) }
        if form.hasPreview { self.field("dry_run", JSONValue.bool(isPreview)) }
        let sent = "\(key) \(operationID) \(path) \(query)"
        let digest = SHA256.hash(
            data: Array(sent.utf8) + (body.map { JSONValue.object($0).bytes } ?? []))
        // Another act, or other fields, from the same page are another one.
        idempotencyKey = "console-" + Hexadecimal.text(digest.prefix(16))
    }

    private mutating func add(_ field: FormField, _ values: [String: String], key: String) {
        let typed = values[field.name]
        let value: JSONValue?
        switch field.control {
        case .text, .url, .words, .hidden:
            value =
                typed.map(JSONValue.string)
                ?? (field.isNamedByForm ? .string("console \(key)") : nil)
        case .choice(let flag):
            if let flag, typed == flag {
                self.field(flag, JSONValue.bool(true))
                return
            }
            value = typed.map(JSONValue.string)
        case .number: value = typed.map(Self.number)
        case .box: value = typed.map { _ in .bool(true) }
        case .boxes(let words):
            let chosen = words.filter { values[field.box(of: $0)] != nil }
            value = chosen.isEmpty ? nil : .array(chosen.map(JSONValue.string))
        case .fixed(let fixed): value = fixed
        }
        switch field.place {
        case .query: parameter(field.name, value?.string)
        case .body: self.field(field.name, value)
        case .path, .page: break
        }
    }

    /// A whole number as a number; any other text as it is, which the operation refuses.
    private static func number(_ text: String) -> JSONValue {
        Int64(text.replacing("−", with: "-")).map(JSONValue.integer) ?? .string(text)
    }

    private static func require(_ typed: String?, is id: String) throws(Failure) {
        guard let typed, typed.utf8.elementsEqual(id.utf8) else {
            throw Failure(
                .validationFailed,
                "Nothing was erased, because the text that you typed is not the id.",
                pointers: [FieldProblem(pointer: "/confirmation", detail: "Expected the id.")])
        }
    }
}
