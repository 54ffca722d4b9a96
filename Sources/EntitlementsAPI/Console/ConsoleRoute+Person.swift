import Console
import Entitlements
import HTTPTypes

extension ConsoleRoute {
    /// A person: the answer now, and why.
    static let showPerson = ConsoleRoute(
        .get, "/console/{tenant}/users/{app_user_id}",
        .signedIn { request in
            let id = PercentEncoding.encoded(request.parameters[0])
            async let person = request.api.get("/v1/users/\(id)")
            async let answers = request.api.get("/v1/users/\(id)/entitlements")
            async let why = request.api.get("/v1/admin/users/\(id)/explain")
            let view = PersonView(try await person, try await answers, try await why)
            return try request.page(
                "person", title: request.parameters[0], area: "people",
                ["verdict": view.verdict, "entitlements": view.entitlements])
        })
}
