import TestSupport
import Testing

@testable import EntitlementsAPI

extension ConsoleAttack {
    /// Forms that another site, or a person without the right, sends.
    static let forms: [ConsoleAttack] = [
        everyForm("a form without a token") { console, form in form.body = "reason=x" },
        everyForm("a form with an empty token") { console, form in form.body = "form_token=" },
        everyForm("a token in the address") { console, form in
            form.target += "?form_token=\(console.browser.formToken)"
            form.body = "reason=x"
        },
        everyForm("a token in a header and a cookie") { console, form in
            form.headers = [("Form-Token", console.browser.formToken)]
            form.cookies = [console.browser.cookie + "; form_token=\(console.browser.formToken)"]
            form.body = "reason=x"
        },
        everyForm("a token of another session of the same key") { console, form in
            form.body = "form_token=\(console.neighbour.formToken)"
        },
        everyForm("a token with one more digit") { console, form in form.body += "0" },
        everyForm("a token twice, the first one right") { console, form in
            form.body += "&form_token=x"
        },
        everyForm("a token twice, the last one right") { console, form in
            form.body = "form_token=x&\(form.body)"
        },
        everyForm("a form of another site") { console, form in form.fetchSite = "cross-site" },
        everyForm("a form of a neighbour's site") { console, form in form.fetchSite = "same-site" },
        everyForm("a form of no site") { console, form in form.fetchSite = "none" },
        everyForm("a text as a form") { console, form in form.contentType = "text/plain" },
        everyForm("a body of parts") { console, form in
            form.contentType = "multipart/form-data; boundary=x"
            form.body =
                "--x\r\nContent-Disposition: form-data; name=\"form_token\"\r\n\r\n"
                + "\(console.browser.formToken)\r\n--x--\r\n"
        },
        everyForm("JSON as a form") { console, form in
            form.contentType = "application/json"
            form.body = "{\"form_token\":\"\(console.browser.formToken)\"}"
        },
        everyForm("a form without a type") { console, form in form.contentType = nil },
        everyForm("a form of 101 fields") { console, form in
            form.body += (0..<100).map { "&f\($0)=" }.joined()
        },
        everyForm("a form of more bytes than the limit") { console, form in
            form.body += "&reason=" + String(repeating: "x", count: 1_048_577)
        },
        everyForm("a field twice") { console, form in form.body += "&reason=a&reason=b" },
        everyForm("a broken escape") { console, form in form.body += "&reason=%zz" },
        everyForm("an escaped zero byte") { console, form in form.body += "&reason=%00" },
        everyForm("an overlong slash") { console, form in form.body += "&reason=%c0%af" },
        everyForm("a form without a session") { console, form in form.cookies = [] },
        otherMethod("PUT"), otherMethod("PATCH"), otherMethod("DELETE"), otherMethod("post"),
        ConsoleAttack("an act by GET that says it is a POST") { console in
            var achieved: [String] = []
            for target in console.addresses(of: .post) {
                let answer = try await console.open(
                    "\(target)?_method=POST&form_token=\(console.browser.formToken)",
                    headers: [("X-HTTP-Method-Override", "POST")])
                // Some forms lie at the address of a page.
                if answer.status < 400, !console.addresses(of: .get).contains(target) {
                    achieved.append("\(target): \(answer.status)")
                }
            }
            return achieved
        },
        ConsoleAttack("a sign-in that another site sends") { console in
            let answer = try await console.send(
                .init(
                    method: "POST", target: "/console/sign-in", cookies: [],
                    body: "key=\(console.otherKey)", fetchSite: "cross-site"))
            return answer.status == 403 && answer.cookie == nil ? [] : ["\(answer.status)"]
        },
        ConsoleAttack("every act with a read key") { console in
            let reader = try await ConsoleBrowser.signIn(by: console.api.readKey, to: console.api)
            var achieved: [String] = []
            for target in console.addresses(of: .post) where target != "/console/sign-out" {
                var form = console.form(target, body: "form_token=\(reader.formToken)")
                form.cookies = [reader.cookie]
                let status = try await console.send(form).status
                if status < 400 { achieved.append("\(target): \(status)") }
            }
            return achieved
        },
    ]

    /// An attack on each form of the console: a right one that is changed.
    ///
    /// It is refused before anything reads it, with 400, 403, 413 or 415, or leads to the sign-in.
    private static func everyForm(
        _ name: String,
        _ change:
            @escaping @Sendable (AttackedConsole, inout AttackedConsole.Sent) async throws -> Void
    ) -> ConsoleAttack {
        ConsoleAttack(name) { console in
            var achieved: [String] = []
            for target in console.addresses(of: .post) {
                var form = console.form(target)
                try await change(console, &form)
                let answer = try await console.send(form)
                let isRefused =
                    [400, 403, 413, 415].contains(answer.status)
                    || answer["location"] == "/console/sign-in" && form.cookies == []
                if !isRefused { achieved.append("\(target): \(answer.status)") }
            }
            if try await !console.isSignedIn(console.browser.cookie) {
                achieved.append("the browser was signed out")
            }
            return achieved
        }
    }

    private static func otherMethod(_ method: String) -> ConsoleAttack {
        ConsoleAttack("every address with the method \(method)") { console in
            var achieved: [String] = []
            for target in console.addresses(of: .post) + console.addresses(of: .get) {
                var form = console.form(target)
                form.method = method
                let status = try await console.send(form).status
                if !(400..<500).contains(status) { achieved.append("\(target): \(status)") }
            }
            return achieved
        }
    }
}
