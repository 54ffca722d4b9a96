import Documentation
import Entitlements
import HTTPServer
import HTTPTypes
import NIOCore
import Pages

/// The pages of this binary's documentation.
enum DocumentPages {
    /// Made when the first page is asked for.
    private static let site: Site? = {
        guard let contract = Contract(yaml: OpenAPIDocument.text) else { return nil }
        return Site(contract: contract, documents: documents)
    }()

    /// The documents in the order in which a reader needs them.
    private static let documents = [
        ("README.md", "Readme", "What it is, and how to start."),
        ("docs/RECIPES.md", nil, "Which call to use for which task."),
        ("docs/CLIENTS.md", nil, "How apps and servers call it."),
        ("docs/MOVING_IN.md", nil, "Import existing users, and compare before you switch."),
        ("docs/BILLERS.md", nil, "Purchases of billers that RevenueCat does not know."),
        ("docs/CONFIGURATION.md", nil, "Every setting."),
        ("docs/OPERATIONS.md", nil, "How to run it: health, database, backups, upgrades."),
        ("docs/SYMPTOMS.md", nil, "What to do when a customer complains, or an alarm fires."),
        ("docs/MACHINES.md", nil, "Standbys, readers, connections, and what a failover loses."),
        ("docs/REFERENCE.md", nil, "Checks, traces, secrets, retention, commands, limits."),
        (
            "docs/SCALING.md", nil,
            "What things cost, when to add what, and what can be lost."
        ),
        ("docs/METRICS.md", nil, "What each figure of the business means."),
        ("docs/ARCHITECTURE.md", nil, "How it works."),
    ].compactMap { (file, title: String?, summary) in
        DocumentText.files.first { $0.path == file }.map {
            Document(
                file: file, title: title, summary: summary, markdown: $0.text,
                hasDefinitions: file == "docs/CONFIGURATION.md")
        }
    }

    /// Answers with a page or its text, or with 304 if the client has it.
    static func answer(_ subject: Site.Subject?, to request: APIRequest) throws -> Response {
        let templates = try PageText.templates
        guard let page = try subject.flatMap({ try site?.page($0, templates) }) else {
            throw Failure(.notFound, "No page has this address.")
        }
        var headers: HTTPFields = [
            .eTag: page.tag, .cacheControl: "no-cache",
            .contentType: "\(page.mediaType); charset=utf-8",
        ]
        headers[.contentSecurityPolicy] = templates.contentSecurityPolicy
        headers[.xContentTypeOptions] = "nosniff"
        headers[.referrerPolicy] = "no-referrer"
        guard !EntityTag(text: page.tag).isNamed(in: request.head.headerFields) else {
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(ByteBuffer(string: page.text)))
    }

    /// Answers with a file that pages name; its address changes with its content.
    static func file(_ name: String) throws -> Response {
        let files = try PageText.templates.assets + [site?.searchIndex].compactMap(\.self)
        guard let file = files.first(where: { $0.path == "/assets/\(name)" }) else {
            throw Failure(.notFound, "No file has this address.")
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: file.mediaType == "application/json"
                    ? file.mediaType : "\(file.mediaType); charset=utf-8",
                .xContentTypeOptions: "nosniff",
                .cacheControl: "public, max-age=31536000, immutable",
            ],
            body: ResponseBody(ByteBuffer(string: file.text)))
    }
}

extension String {
    /// The name without `.md`; nil if it does not end so.
    var withoutMarkdownSuffix: String? { hasSuffix(".md") ? String(dropLast(3)) : nil }
}
