import Console
import Entitlements
import HTTPServer
import HTTPTypes
import Logging

/// A page of the console, or a form of one.
struct ConsoleRoute: Sendable {
    let method: HTTPRequest.Method
    let path: PathTemplate
    let access: Access

    enum Access: Sendable {
        /// Any caller.
        case anyone(@Sendable (ConsoleVisit) async throws -> Response)

        /// A browser that is signed in; a form was sent by a page of the session.
        case signedIn(@Sendable (ConsoleRequest) async throws -> Response)
    }

    init(_ method: HTTPRequest.Method, _ path: PathTemplate, _ access: Access) {
        self.method = method
        self.path = path
        self.access = access
    }

    /// All pages; of two that match a path, the first answers.
    static let all: [ConsoleRoute] = signingIn + overview + people + setup + lists

    /// The pages of lists, by area.
    private static let lists =
        peopleList + households + events + orphans + findings + runs + endpoints + campaigns + audit
}

/// A request of a browser that may not be signed in.
struct ConsoleVisit: Sendable {
    let console: Console
    let form: ConsoleForm
    /// The parameters of the path, decoded.
    let parameters: [String]
    let visitor: ConsoleVisitor

    func page(
        _ template: String, _ values: KeyValuePairs<String, JSONValue>,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        try .page(template, values, status: status)
    }
}

/// A request of a browser that is signed in, about one tenant.
///
/// The first parameter of the path is the tenant's slug, for which `api` carries out operations.
struct ConsoleRequest: Sendable {
    let session: ConsoleSession
    let form: ConsoleForm
    let query: ConsoleForm
    /// The parameters of the path after the tenant, decoded.
    let parameters: [String]
    let api: ConsoleAPI
    /// The time of the request.
    let now: Timestamp
    private let console: Console

    init(
        _ visit: ConsoleVisit, _ session: ConsoleSession, query: ConsoleForm, id: RequestID,
        logger: Logger
    ) {
        console = visit.console
        now = console.now()
        form = visit.form
        parameters = Array(visit.parameters.dropFirst())
        self.session = session
        self.query = query
        api = ConsoleAPI(
            table: console.operations, keys: console.sessions.keys,
            maximumBodyBytes: console.maximumBodyBytes, principal: session.principal,
            tenant: visit.parameters.first ?? "", id: id, logger: logger)
    }

    var sessions: ConsoleSessions { console.sessions }
    var livePages: LivePages { console.livePages }
    /// The place at the present moment, for a part that is shown anew.
    var present: Place { Place(root: place.root, now: console.now()) }

    /// Answers with why a page or a form was refused, inside the console's frame.
    func refused(_ failure: Failure) throws -> Response {
        try page(
            "refused", title: failure.code.title, area: "",
            ["request_id": .string(api.id.text)], refusal: failure)
    }

    /// Answers with a page inside the console's frame, without the forms that the key may not send.
    ///
    /// - Parameters:
    ///   - template: The name of the template, which fills the frame's `main`.
    ///   - title: The page's title and heading.
    ///   - area: The entry of the menu that is marked.
    ///   - values: What the template shows.
    ///   - refusal: Why a form's act was not carried out; decides the status.
    /// - Returns: The page.
    /// - Throws: An error if a template cannot be parsed, in a debug build.
    func page(
        _ template: String, title: String, area: String,
        _ values: KeyValuePairs<String, JSONValue>, refusal: Failure? = nil
    ) throws -> Response {
        let principal = session.principal
        let root = "/console/\(PercentEncoding.encoded(api.tenant))"
        let key = "\(principal.kind.rawValue) key \(principal.keyID)"
        let frame: KeyValuePairs<String, JSONValue> = [
            "title": .string(title), "tenant": api.tenant.isEmpty ? .null : .string(api.tenant),
            "base": .string(root), "menu": ConsoleMenu.shown(below: root, in: area, of: api),
            "form_token": .string(session.formToken),
            "key": .string(key),
            "who": .string(principal.name.map { "Signed in as \($0)" } ?? key),
            "idempotency_key": .string(Hexadecimal.text(sessions.codes.randomBytes(16))),
            "done": done, "refusal": refusal?.shown ?? .null,
        ]
        let status = refusal.map { HTTPResponse.Status(code: $0.code.httpStatus) } ?? .ok
        let shown = values.map { name, value in
            (key: name, value: value.keepingForms(of: api.may))
        }
        return try .page(template, frame.map { $0 } + shown, status: status)
    }
}
