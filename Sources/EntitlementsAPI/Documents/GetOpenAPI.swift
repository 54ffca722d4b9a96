import EntitlementsDatabase
import HTTPTypes
import Hummingbird
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
                    body: ResponseBody(byteBuffer: document))
            })
    }
}

/// The `openapi.yaml` of this binary.
package enum OpenAPIDocument {
    package static let text =
        EmbeddedText.files.first { $0.path == "Sources/EntitlementsAPI/openapi.yaml" }?.text ?? ""
}

#if !EMBEDDED_TEXT
    private enum EmbeddedText {
        static let files = PackageText.files(in: "Sources/EntitlementsAPI")
    }
#endif
