import Console
import Entitlements
import HTTPServer

extension ConsoleRequest {
    /// Carries out the operation of a form with what was sent, and returns its answer.
    ///
    /// `subject` are the parameters of the operation's path that the address of the page gives.
    func carryOut(
        _ form: OperationForm, of subject: [String: String] = [:], isPreview: Bool = false
    ) async throws -> JSONValue {
        try await api.answer(
            to: OperationCall(
                form, typed(in: form), of: subject, isPreview: isPreview,
                key: self.form["idempotency_key"] ?? ""))
    }

    /// What was typed into the fields of a form, by their names and those of boxes.
    func typed(in form: OperationForm) -> [String: String] {
        var values: [String: String] = [:]
        for field in form.fields {
            if case .boxes(let words) = field.control {
                for name in words.map(field.box) { values[name] = self.form[name] }
            } else {
                values[field.name] = self.form[field.name]
            }
        }
        return values
    }

    /// A form of the page; as it was filled in, if a refusal is shown.
    func shown(_ form: OperationForm, to action: String, after refusal: Failure?) -> JSONValue {
        form.shown(
            to: action, refusal == nil ? [:] : typed(in: form), isTried: refusal != nil)
    }

    /// Carries out a form and sends the browser on, or shows the page again with what refused it.
    ///
    /// `path` is the address of the page that says what was done.
    func act(
        _ form: OperationForm, of subject: [String: String] = [:], then path: String,
        orShow page: (Failure) async throws -> Response
    ) async throws -> Response {
        do {
            _ = try await carryOut(form, of: subject)
        } catch let failure as Failure where failure.code != .internal {
            return try await page(failure)
        }
        return .seeOther("\(path)?done=\(form.name)")
    }

    /// Carries out a form and shows the page with its answer, such as a secret that is shown once,
    /// or with what refused it.
    func answered(
        _ form: OperationForm, of subject: [String: String] = [:],
        _ page: (JSONValue?, Failure?) async throws -> Response
    ) async throws -> Response {
        try await answered(page) { try await carryOut(form, of: subject) }
    }

    /// The same for an operation that no form declares.
    func answered(
        _ page: (JSONValue?, Failure?) async throws -> Response,
        by operation: () async throws -> JSONValue
    ) async throws -> Response {
        let answer: JSONValue
        do {
            answer = try await operation()
        } catch let failure as Failure where failure.code != .internal {
            return try await page(nil, failure)
        }
        return try await page(answer, nil)
    }

    /// What the page says was done: a sentence of ours, so that a link cannot put words into it.
    var done: JSONValue {
        query["done"].flatMap { OperationForm.named($0)?.done }.map(JSONValue.string) ?? .null
    }
}

extension Failure {
    /// The failure as the template `refusal` reads it.
    var shown: JSONValue {
        .members([
            "detail": .string(detail), "fix": .string(fix ?? code.fix),
            "code": .string(code.rawValue),
            "fields": .array(
                pointers.map {
                    .members(["pointer": .string($0.pointer), "detail": .string($0.detail)])
                }),
        ])
    }
}
