import Console
import Crypto
import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension PersonPage {
    /// The kinds of entries that the filter of the timeline offers.
    var timelineKinds: [String] { ListTimeline.kinds }

    /// Carries out the act of a form, and leads back to the page.
    ///
    /// A refusal is shown on the page, at its status, with the form as it was filled in.
    func carryOut() async throws -> Response {
        guard let act = PersonAct(rawValue: request.parameters[1]) else {
            throw Failure(.notFound, "The console has no such action.")
        }
        let isPreview = act.hasPreview && request.form["dry_run"] != nil
        var tried = ActsView.Tried(act: act, values: typed(act), preview: .null)
        do {
            let answer = try await send(act, isPreview: isPreview)
            if isPreview {
                tried.preview = answer
                return try await response(Outcome(tried: tried))
            }
            try await keepReason(of: act)
            if act.showsAnswer {
                return try await response(
                    Outcome(
                        answer: .members([
                            "codes": answer["codes"] ?? .null, "done": .string(act.done),
                        ])))
            }
            let page = act == .erase ? "\(request.place.root)/search" : personPath
            return .seeOther("\(page)?done=\(act.rawValue)")
        } catch let failure as Failure where failure.code != .internal {
            let outcome = Outcome(tried: tried, refusal: failure)
            guard let page = try? await response(outcome) else { throw failure }
            return page
        }
    }

    private var personPath: String { request.place.path(.person, id) }

    private func typed(_ act: PersonAct) -> [String: String] {
        Dictionary(
            act.fields.compactMap { field in request.form[field.name].map { (field.name, $0) } }
        ) { first, _ in first }
    }

    private func send(_ act: PersonAct, isPreview: Bool) async throws -> JSONValue {
        let formKey = request.form["idempotency_key"] ?? ""
        let operation = try act.operation(
            upon: id, isPreview: isPreview, key: formKey, typed(act))
        return try await request.api.call(
            HTTPRequest.Method(rawValue: operation.method) ?? .post, operation.target,
            operation.body, idempotencyKey: operation.idempotencyKey(of: formKey))
    }

    /// Keeps the reason of an act whose operation takes none as a note on the person.
    private func keepReason(of act: PersonAct) async throws {
        guard act.reason == .note, let reason = request.form["reason"] else { return }
        let note = "\(act.title): \(reason)".unicodeScalars.prefix(255)
        do {
            _ = try await request.api.call(
                .post, "/v1/admin/users/\(PercentEncoding.encoded(id))/notes",
                .members(["note": .string(String(String.UnicodeScalarView(note)))]))
        } catch let failure as Failure where failure.code == .appUserNotFound {}
    }
}

extension ActOperation {
    /// One key for what one form of a page sends, so that it is one act however often it is sent;
    /// another act, or other fields, from the same page are another one.
    fileprivate func idempotencyKey(of formKey: String) -> String {
        let sent = Array("\(formKey) \(method) \(target) ".utf8) + (body?.bytes ?? [])
        return "console-" + Hexadecimal.text(SHA256.hash(data: sent).prefix(16))
    }
}
