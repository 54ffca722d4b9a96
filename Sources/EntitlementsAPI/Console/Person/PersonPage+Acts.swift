import Console
import Entitlements
import EntitlementsDatabase
import HTTPServer

extension PersonPage {
    /// The kinds of entries that the filter of the timeline offers.
    var timelineKinds: [String] { ListTimeline.kinds }

    /// Carries out the act of a form, and leads back to the page.
    ///
    /// A refusal is shown on the page, at its status, with the form as it was filled in.
    func carryOut() async throws -> Response {
        guard let form = ActsView.all.first(where: { $0.name == request.parameters[1] }) else {
            throw Failure(.notFound, "The console has no such action.")
        }
        let isPreview = form.hasPreview && request.form["dry_run"] != nil
        var tried = ActsView.Tried(form: form, values: request.typed(in: form), preview: .null)
        do {
            let answer = try await request.carryOut(
                form, of: ["app_user_id": id], isPreview: isPreview)
            if isPreview {
                tried.preview = answer
                return try await response(Outcome(tried: tried))
            }
            try await keepReason(of: form)
            if form.name == OperationForm.code.name {
                return try await response(
                    Outcome(
                        answer: .members([
                            "codes": answer["codes"] ?? .null,
                            "done": form.done.map(JSONValue.string) ?? .null,
                        ])))
            }
            let page =
                form.name == OperationForm.erase.name ? "\(request.place.root)/search" : personPath
            return .seeOther("\(page)?done=\(form.name)")
        } catch let failure as Failure where failure.code != .internal {
            let outcome = Outcome(tried: tried, refusal: failure)
            guard let page = try? await response(outcome) else { throw failure }
            return page
        }
    }

    private var personPath: String { request.place.path(.person, id) }

    /// Keeps the reason of an act whose operation takes none as a note on the person.
    private func keepReason(of form: OperationForm) async throws {
        guard form.keepsReason, let reason = request.form["reason"] else { return }
        let note = "\(form.title): \(reason)".unicodeScalars.prefix(255)
        do {
            var call = OperationCall("createNote", of: [id], hasBody: true)
            call.field("note", String(String.UnicodeScalarView(note)))
            _ = try await request.api.answer(to: call)
        } catch let failure as Failure where failure.code == .appUserNotFound {}
    }
}
