import Entitlements
import Testing

@Suite("Origins of pages")
struct WebOriginTests {
    @Test(
        "are a scheme, a host and a port",
        arguments: [
            "https://app.example", "https://app.example:8443", "http://localhost",
            "http://localhost:5173", "http://127.0.0.1:8080",
            "capacitor://localhost", "app+1.x-y://a",
        ])
    func taken(text: String) {
        #expect(WebOrigin(rawValue: text)?.rawValue == text)
    }

    @Test(
        "are nothing else",
        arguments: [
            "", "null", "*", "https://*.example", "https://", "://a", "https:/a", "https://a/",
            "https://a?b", "https://a b", "https://A.example", "HTTPS://a", "https://a:443",
            "http://localhost:80", "http://app.example", "https://a:", "https://a:0",
            "https://a:080", "https://a:65536", "https://a:+1", "https://u@a", "https://ä.example",
            "https://a\u{0}", "1a://b", "https://" + String(repeating: "a", count: 300),
        ])
    func refused(text: String) {
        #expect(WebOrigin(rawValue: text) == nil)
    }
}
