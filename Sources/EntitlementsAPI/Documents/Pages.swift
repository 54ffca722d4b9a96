import Documentation
import Entitlements
import HTTPTypes
import Hummingbird
import NIOCore

/// The pages of this binary's documentation.
enum Pages {
    /// Made when the first page is asked for.
    private static let site: Site? = {
        guard let contract = Contract(yaml: OpenAPIDocument.text) else { return nil }
        return Site(contract: contract, documents: documents)
    }()

    /// The documents in the order in which a reader needs them.
    private static let documents = [
        ("RECIPES", "What to call for what."), ("CLIENTS", "How apps and servers call it."),
        ("MOVING_IN", "Bringing an app's past, and comparing before the switch."),
        ("CONFIGURATION", "Every setting."),
        ("OPERATIONS", "Running it: upgrades, rotation, failed events, metrics, backups."),
        ("ARCHITECTURE", "How it works."),
    ].compactMap { name, summary in
        DocumentText.files.first { $0.path == "docs/\(name).md" }.map {
            Site.Document(name: name, summary: summary, markdown: $0.text)
        }
    }

    /// Answers with a page, or with 304 if the client has it.
    static func answer(_ subject: Site.Subject?, to request: APIRequest) throws -> Response {
        guard let page = subject.flatMap({ site?.page($0) }) else {
            throw Failure(.notFound, "No page has this address.")
        }
        var headers: HTTPFields = [
            .eTag: page.tag, .cacheControl: "no-cache", .contentType: "text/html; charset=utf-8",
        ]
        headers[.contentSecurityPolicy] = Site.contentSecurityPolicy
        headers[.xContentTypeOptions] = "nosniff"
        headers[.referrerPolicy] = "no-referrer"
        guard !EntityTag(text: page.tag).isNamed(in: request.head.headerFields) else {
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: page.html)))
    }
}
