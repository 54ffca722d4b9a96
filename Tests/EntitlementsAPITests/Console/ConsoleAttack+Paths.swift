import Entitlements
import TestSupport

@testable import EntitlementsAPI

extension ConsoleAttack {
    /// Addresses that a careless reader takes for others, or lets out of their place.
    static let paths: [ConsoleAttack] = [
        addresses(
            "a way up",
            [
                "/console/../openapi.yaml", "/console/%2e%2e/openapi.yaml",
                "/console/TENANT/../../v1/status",
                "/console/TENANT/%2e%2e/%2e%2e/livez", "/assets/../openapi.yaml",
                "/assets/..%2fopenapi.yaml", "/assets/%2e%2e%2f%2e%2e%2fsql%2faccess.sql",
                "/assets/....//sql/access.sql",
            ]),
        addresses(
            "a file of assets that is none",
            [
                "/assets/", "/assets", "/assets/hearth.css", "/assets/0000000000000000-hearth.css",
                "/assets/console.mustache", "/assets//etc/passwd", "/assets/%00",
            ]),
        addresses(
            "slashes that are two, last, turned or encoded",
            [
                "//console/TENANT", "/console//TENANT", "/console/TENANT/", "/console/TENANT//keys",
                "/console\\TENANT", "/console%2fTENANT", "/console/TENANT%2fkeys",
                "/CONSOLE/TENANT",
                "/console/TENANT/KEYS", "/console/TENANT;x=y", "/console/./TENANT", "/console.",
            ]),
        addresses(
            "bytes that are no text",
            [
                "/console/TENANT/users/%00", "/console/TENANT/users/%c0%af",
                "/console/TENANT/users/%ff",
                "/console/TENANT/users/%ed%a0%80", "/console/TENANT/users/%",
                "/console/TENANT/users/%zz",
                "/console/TENANT/users/%f4%90%80%80", "/console/%00", "/console/TENANT?query=%00",
                "/console/TENANT?query=%c0%af",
            ]),
        addresses(
            "a tenant that is none",
            [
                "/console/TENANT%00", "/console/%20TENANT", "/console/TENANT%0a", "/console/..",
                "/console/'%20or%20'1'='1", "/console/%2a", "/console/%25",
                "/console/x%2f..%2fTENANT",
            ]),
        ConsoleAttack("an id that is a way to another page") { console in
            var achieved: [String] = []
            for id in [
                "../keys", "..", "../../keys", "x/../../keys", "%2e%2e%2fkeys", "x?y=/../keys",
                "x#/keys",
            ] {
                let answer = try await console.open(
                    "\(console.browser.root)/users/\(PercentEncoding.encoded(id))")
                if answer.status >= 500 || answer.text.contains("<h1>Keys") { achieved.append(id) }
            }
            return achieved
        },
        ConsoleAttack("an id that is decoded twice") { console in
            try await console.api.tenant.receive(.nowRunning(appUserID: "a/b"))
            let answer = try await console.open("\(console.browser.root)/users/a%252Fb")
            return console.achieved(["a/b is shown": answer.text.contains("<h1>a/b</h1>")])
        },
        ConsoleAttack("ids that are lines of a header") { console in
            var achieved: [String] = []
            for id in [
                "x\r\nSet-Cookie: a=b", "x\nLocation: https://evil.example",
                "\"; filename=\"evil.html",
            ] {
                for target in console.addresses(of: .get, id: PercentEncoding.encoded(id)) {
                    achieved += console.injected(try await console.open(target), by: target)
                }
                for target in console.addresses(of: .post, id: PercentEncoding.encoded(id))
                where target != "/console/sign-out" {
                    achieved += console.injected(
                        try await console.send(console.form(target)), by: target)
                }
                let query = PercentEncoding.encoded(id)
                for page in ["households?household_id=", "search?query=", "runs?done="] {
                    achieved += console.injected(
                        try await console.open("\(console.browser.root)/\(page)\(query)"), by: page)
                }
            }
            return achieved
        },
        ConsoleAttack("ids that lead to another site") { console in
            var achieved: [String] = []
            for id in [
                "//evil.example", "https://evil.example", "\\\\evil.example", "/\\evil.example",
                "@evil.example",
            ] {
                let query = PercentEncoding.encoded(id)
                for page in [
                    "\(console.browser.root)/households?household_id=",
                    "\(console.browser.root)/search?query=",
                    "/console/", "/console/sign-in?next=",
                ] {
                    let location = try await console.open(page + query)["location"] ?? "/console"
                    if !location.hasPrefix("/console") { achieved.append(location) }
                }
            }
            return achieved
        },
        ConsoleAttack("a request id that is markup") { console in
            let answer = try await console.open(
                "/console/TENANT/none", headers: [("X-Request-Id", "<script>alert(1)</script>")])
            return console.achieved(["it is shown": answer.text.contains("<script>alert")])
        },
        ConsoleAttack("words that an address puts on a page") { console in
            var achieved: [String] = []
            for target in console.addresses(of: .get) {
                let words = ["done", "problem", "refusal", "title", "tenant", "detail", "preview"]
                    .map {
                        "\($0)=Call+555+evil"
                    }.joined(separator: "&")
                if try await console.open("\(target)?\(words)").text.contains("Call 555 evil") {
                    achieved.append(target)
                }
            }
            return achieved
        },
        ConsoleAttack("fields of a query that are too many, twice or broken") { console in
            var achieved: [String] = []
            let many = (0...ConsoleForm.maximumFields).map { "f\($0)=1" }.joined(separator: "&")
            for target in console.addresses(of: .get) {
                for query in [many, "limit=1&limit=2", "cursor=%zz", "cursor=%00"] {
                    let status = try await console.open("\(target)?\(query)").status
                    if status != 400 { achieved.append("\(target)?\(query.prefix(20)): \(status)") }
                }
            }
            return achieved
        },
        ConsoleAttack("values of a query that no page takes") { console in
            var achieved: [String] = []
            let values = ["-1", "99999999999999999999", "'", "NaN", "../..", "🔥", "null", "{}"]
            let names = [
                "limit", "cursor", "as_of", "known_at", "status", "type", "kind", "from", "to",
                "query",
            ]
            for target in console.addresses(of: .get) {
                for value in values {
                    let query = names.map { "\($0)=\(PercentEncoding.encoded(value))" }.joined(
                        separator: "&")
                    let status = try await console.open("\(target)?\(query)").status
                    if status >= 500 { achieved.append("\(target)?\(query): \(status)") }
                }
            }
            return achieved
        },
    ]

    /// Addresses that are no page of the console, also for a browser that is signed in.
    private static func addresses(_ name: String, _ targets: [String]) -> ConsoleAttack {
        ConsoleAttack(name) { console in
            var achieved: [String] = []
            for target in targets {
                let answer = try await console.open(
                    target.replacing("TENANT", with: console.api.tenant.slug))
                if !(400..<500).contains(answer.status) {
                    achieved.append("\(target): \(answer.status)")
                }
            }
            return achieved
        }
    }
}

extension AttackedConsole {
    /// Says whether an id became a header of its own, or led elsewhere.
    fileprivate func injected(_ answer: RawHTTPResponse, by target: String) -> [String] {
        let isInjected =
            answer.status >= 500 || answer["set-cookie"] != nil
            || answer["location"].map { !$0.hasPrefix("/console") || $0.contains("\n") } ?? false
            || answer["content-disposition"].map { $0.contains("evil.html") } ?? false
        return isInjected ? ["\(target): \(answer.status) \(answer.headers)"] : []
    }
}
