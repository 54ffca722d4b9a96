import Console
import Entitlements
import HTTPServer

/// A person's page: what operations of the API answer about them, asked side by side.
struct PersonPage: Sendable {
    let request: ConsoleRequest
    /// The id in the address.
    let id: String
    /// The path of operations about the person.
    let user: String
    /// The moment and the environment that the page is about, as parameters of operations.
    let asked: AskedMoment

    init(_ request: ConsoleRequest) {
        self.request = request
        id = request.parameters[0]
        user = "/v1/users/\(PercentEncoding.encoded(request.parameters[0]))"
        asked = AskedMoment(request.query)
    }

    /// What an act led to, if it is shown on the page.
    struct Outcome {
        var tried: ActsView.Tried?
        var refusal: Failure?
        /// What the operation answered, if it is shown only once; null otherwise.
        var answer = JSONValue.null
    }

    /// Answers with the page.
    ///
    /// Throws `app_user_not_found` if no app user has the id and nothing happened under it.
    func response(_ outcome: Outcome = Outcome()) async throws -> Response {
        let answers = try await answers()
        guard !answers.person.isNull || answers.timeline["data"]?.array?.isEmpty == false else {
            throw Failure(.appUserNotFound, "The tenant has no app user with this id.")
        }
        return try request.page(
            "person", title: id, area: "people",
            ["person": .object(values(answers, outcome))], refusal: outcome.refusal)
    }

    // MARK: Asking

    struct Answers {
        let person, why, entitlements, features, charges, limits, credits, notices: JSONValue
        let household, timeline, notes, audit, grants, campaigns, file: JSONValue
    }

    private func answers() async throws -> Answers {
        let admin = "/v1/admin/users/\(PercentEncoding.encoded(id))"
        let environment = asked.query(["environment"])
        // For support with a name and attributes.
        let who = request.api.may("getProfile") ? admin : user
        async let person = part(who + asked.query(["as_of"]))
        async let explained = explained(admin)
        async let features = part(user + "/features" + asked.query())
        async let charges = part(user + "/transactions" + environment)
        async let limits = part(user + "/limits" + environment)
        async let credits = part(user + "/credits" + environment)
        async let notices = part(user + "/notices" + environment)
        async let household = part(user + "/household" + asked.query(["as_of"]))
        async let timeline = part(admin + "/timeline?limit=10" + pageOfTimeline)
        async let notes = part(admin + "/notes?limit=20")
        async let audit = part(
            "/v1/admin/audit_entries?app_user_id=\(PercentEncoding.encoded(id))")
        async let grants = part(user + "/grants")
        async let campaigns = part("/v1/admin/campaigns?limit=100")
        async let file = part("/v1/admin/definition")
        let (why, entitlements) = try await explained
        return try await Answers(
            person: person, why: why, entitlements: entitlements, features: features,
            charges: charges, limits: limits, credits: credits, notices: notices,
            household: household, timeline: timeline, notes: notes, audit: audit, grants: grants,
            campaigns: campaigns, file: file["definition"] ?? .null)
    }

    /// Returns the answer of an operation; null if there is no such thing, or the key may not ask.
    private func part(_ target: String) async throws -> JSONValue {
        do {
            return try await request.api.part(target)
        } catch let failure as Failure where failure.code == .forbidden {
            return .null
        }
    }

    private var pageOfTimeline: String {
        ["kind", "cursor"].map { name in
            request.query[name].map { "&\(name)=\(PercentEncoding.encoded($0))" } ?? ""
        }.joined()
    }

    /// Returns the explanations, and what the person may do: the explanation of the plan has that.
    ///
    /// If the key may not ask for explanations, the lookup says it.
    private func explained(_ admin: String) async throws -> (why: JSONValue, answer: JSONValue) {
        let why = try await part(admin + "/explanations" + asked.query())
        if let answer = why["plan"]?["answer"] { return (why, answer) }
        return (why, try await part(user + "/entitlements" + asked.query()))
    }
}
