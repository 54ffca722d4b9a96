import Console
import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension ConsoleRoute {
    /// The pages of signing in and out, and the choice of a tenant.
    static let signingIn = [
        ConsoleRoute(.get, "/console/sign-in", .anyone { try $0.page("sign_in", [:]) }),
        ConsoleRoute(
            .post, "/console/sign-in",
            .anyone { visit in
                try await visit.signedIn {
                    try await visit.console.sessions.signIn(
                        by: visit.form["key"] ?? "", visit.visitor)
                }
            }),
        // A link is exchanged by a form: what fetches addresses ahead must not use it up.
        ConsoleRoute(
            .get, "/console/links/{link}",
            .anyone { try $0.page("sign_in_link", ["link": .string($0.parameters[0])]) }),
        ConsoleRoute(
            .post, "/console/links/{link}",
            .anyone { visit in
                try await visit.signedIn {
                    try await visit.console.sessions.signIn(
                        byLink: visit.parameters[0], visit.visitor)
                }
            }),
        ConsoleRoute(
            .post, "/console/sign-out",
            .signedIn { request in
                try await request.sessions.signOut(request.session)
                var response = Response.seeOther("/console/sign-in")
                response.headers[.setCookie] = request.sessions.cookie.header(nil)
                return response
            }),
        ConsoleRoute(
            .get, "/console",
            .signedIn { request in
                if let slug = request.session.principal.tenantSlug {
                    return .seeOther("/console/\(PercentEncoding.encoded(slug))")
                }
                return try await request.showTenants()
            }),
    ]
}

extension ConsoleRequest {
    private static var tenantsPerPage: Int32 { 25 }

    /// A page of the tenants by slug, each with what is wrong, after the last one of another page.
    fileprivate func showTenants() async throws -> Response {
        let after = query["after"].flatMap(TenantSlug.init)
        let found = try await sessions.database.call(
            ListTenants(pageLimit: Self.tenantsPerPage + 1, afterSlug: after?.rawValue))
        let shown = found.prefix(Int(Self.tenantsPerPage))
        let last = found.count > shown.count ? shown.last?.slug : nil
        var tenants: [JSONValue] = []
        for tenant in shown { tenants.append(try await state(of: tenant.slug)) }
        return try page(
            "tenants", title: "Tenants", area: "tenants",
            [
                "tenants": .array(tenants), "is_empty": .bool(tenants.isEmpty),
                "next": last.map { .string("/console" + Place.query([("after", $0)])) } ?? .null,
            ])
    }

    /// A tenant's row: what cannot be read of one, as while it moves, hides no other tenant.
    private func state(of slug: String) async throws -> JSONValue {
        let api = api.about(slug)
        @Sendable func part(_ target: String) async throws -> JSONValue {
            do {
                return try await api.get(target)
            } catch is Failure {
                return .null
            }
        }
        async let webhooks = part("/v1/admin/webhooks")
        async let findings = part("/v1/admin/findings?limit=100")
        async let endpoints = part("/v1/admin/endpoints")
        return TenantsView.row(
            slug, webhooks: try await webhooks, findings: try await findings,
            endpoints: try await endpoints, now: now)
    }
}

extension ConsoleVisit {
    /// Sets the cookie of a new session, or shows why there is none on the page of signing in.
    fileprivate func signedIn(_ token: () async throws -> String) async throws -> Response {
        do {
            var response = Response.seeOther("/console")
            response.headers[.setCookie] = console.sessions.cookie.header(try await token())
            return response
        } catch let failure as Failure
            where [.unauthorized, .tooManyRequests].contains(failure.code)
        {
            var response = try page(
                "sign_in", ["problem": .string(failure.detail)],
                status: .init(code: failure.code.httpStatus))
            response.headers[.retryAfter] = failure.retryAfterSeconds.map { String($0) }
            return response
        }
    }
}
