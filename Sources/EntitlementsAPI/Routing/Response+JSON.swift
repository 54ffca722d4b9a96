import Entitlements
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// JSON that is about one tenant and is not to be kept by anybody.
    static func json(
        status: HTTPResponse.Status = .ok, _ write: (inout JSONWriter) -> Void
    ) -> Response {
        var json = JSONWriter()
        json.beginObject()
        write(&json)
        json.endObject()
        return Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "private, no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }
}
