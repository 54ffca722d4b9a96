import HTTPServer
import HTTPTypes
import NIOCore

extension Route {
    /// Returns this API's OpenAPI document.
    static func getOpenAPI() -> Route {
        let document = ByteBuffer(string: OpenAPIDocument.text)
        return Route(
            "getOpenAPI", .get, "/openapi.yaml",
            .unauthenticated { _ in
                Response(
                    status: .ok,
                    headers: [.contentType: "application/yaml", .cacheControl: "no-cache"],
                    body: ResponseBody(document))
            })
    }
}
