import Entitlements
import HTTPServer
import HTTPTypes
import NIOCore
import Pages

extension Response {
    /// Answers with the page of a template, which only this browser may keep, and not for later.
    static func page(
        _ template: String, _ values: some Sequence<(key: String, value: JSONValue)>,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let templates = try PageText.templates
        var object = JSONObject()
        for (name, value) in values { object[name] = value }
        let html = try templates.html(template, .object(object))
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .cacheControl: "private, no-store",
        ]
        headers[.contentSecurityPolicy] = templates.contentSecurityPolicy
        headers[.xContentTypeOptions] = "nosniff"
        headers[.referrerPolicy] = "no-referrer"
        headers[.xFrameOptions] = "DENY"
        return Response(
            status: status, headers: headers,
            body: ResponseBody(ByteBuffer(string: html)))
    }

    /// Sends the browser to another page of ours, by GET.
    static func seeOther(_ path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path, .cacheControl: "no-store"])
    }
}
