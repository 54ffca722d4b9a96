import Entitlements
import Traces
import Tracing

extension JSONWriter {
    /// Writes the body of an export: OTLP 1, `ExportTraceServiceRequest`, in its JSON encoding.
    mutating func export(_ spans: [EndedSpan], of resource: SpanAttributes) {
        beginObject()
        list("resourceSpans") { json in
            json.beginObject()
            json.name("resource")
            json.beginObject()
            json.attributes(resource)
            json.endObject()
            json.list("scopeSpans") { json in
                json.beginObject()
                json.name("scope")
                json.beginObject()
                json.member("name", "hearth")
                json.endObject()
                json.list("spans") { json in
                    for span in spans { json.span(span) }
                }
                json.endObject()
            }
            json.endObject()
        }
        endObject()
    }

    private mutating func span(_ span: EndedSpan) {
        beginObject()
        place(span.place)
        if let parent = span.parentSpanID { member("parentSpanId", parent.hexadecimal) }
        member("name", span.name)
        name("kind")
        integer(span.kind.number)
        // 64-bit numbers are texts in JSON.
        member("startTimeUnixNano", String(span.startedAtNanoseconds))
        member("endTimeUnixNano", String(span.endedAtNanoseconds))
        attributes(span.attributes)
        if !span.links.isEmpty {
            list("links") { json in
                for link in span.links {
                    json.beginObject()
                    json.place(link)
                    json.endObject()
                }
            }
        }
        if span.hasFailed {
            name("status")
            beginObject()
            name("code")
            integer(2)
            endObject()
        }
        endObject()
    }

    private mutating func place(_ place: TraceParent) {
        member("traceId", place.traceID.hexadecimal)
        member("spanId", place.spanID.hexadecimal)
    }

    private mutating func attributes(_ attributes: SpanAttributes) {
        var all: [(name: String, value: SpanAttribute)] = []
        attributes.forEach { all.append(($0, $1)) }
        list("attributes") { json in
            for (name, value) in all.sorted(by: { $0.name < $1.name }) {
                json.beginObject()
                json.member("key", name)
                json.name("value")
                json.beginObject()
                json.attribute(value)
                json.endObject()
                json.endObject()
            }
        }
    }

    private mutating func attribute(_ value: SpanAttribute) {
        switch value {
        case .int32(let number): member("intValue", String(number))
        case .int64(let number): member("intValue", String(number))
        case .bool(let value):
            name("boolValue")
            bool(value)
        case .string(let text): member("stringValue", text)
        default: member("stringValue", "\(value)")
        }
    }

    private mutating func member(_ name: String, _ value: String) {
        self.name(name)
        string(value)
    }

    private mutating func list(_ name: String, _ elements: (inout JSONWriter) -> Void) {
        self.name(name)
        beginArray()
        elements(&self)
        endArray()
    }
}

extension SpanKind {
    fileprivate var number: Int {
        switch self {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }
}
