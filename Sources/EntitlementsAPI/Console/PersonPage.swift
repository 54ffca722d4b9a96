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

    /// At most so many entitlements are explained on one page.
    private static let maximumExplanations = 8

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
        let why = try await explanations(answers)
        return try request.page(
            "person", title: id, area: "people",
            ["person": .object(values(answers, why, outcome))], refusal: outcome.refusal)
    }

    // MARK: Asking

    struct Answers {
        let person, entitlements, features, charges, limits, credits, notices: JSONValue
        let household, timeline, notes, audit, grants, campaigns, file: JSONValue
    }

    private func answers() async throws -> Answers {
        let admin = "/v1/admin/users/\(PercentEncoding.encoded(id))"
        let environment = asked.query(["environment"])
        async let person = part(user + asked.query(["as_of"]))
        async let entitlements = part(user + "/entitlements" + asked.query())
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
        return try await Answers(
            person: person, entitlements: entitlements, features: features, charges: charges,
            limits: limits, credits: credits, notices: notices, household: household,
            timeline: timeline, notes: notes, audit: audit, grants: grants, campaigns: campaigns,
            file: file["definition"] ?? .null)
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

    /// Returns the explanations by entitlement; that of the plan has the empty name.
    private func explanations(_ answers: Answers) async throws -> [String: JSONValue] {
        let names = PersonView(id, answers.person, answers.entitlements, in: request.place)
            .entitlementIDs(
                answers.features, file: answers.file, atMost: Self.maximumExplanations)
        let path = "/v1/admin/users/\(PercentEncoding.encoded(id))/explain"
        return try await withThrowingTaskGroup(of: (String, JSONValue).self) { group in
            for name in names + [""] {
                let query = asked.query(
                    adding: name.isEmpty ? [] : ["entitlement_id=\(PercentEncoding.encoded(name))"])
                group.addTask { (name, try await part(path + query)) }
            }
            return try await group.reduce(into: [:]) { all, one in all[one.0] = one.1 }
        }
    }
}
