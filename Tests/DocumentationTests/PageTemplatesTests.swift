import Entitlements
import Pages
import Testing

@Suite("A template shows no text but our own HTML unescaped")
struct PageTemplatesTests {
    private static let hostile = "<script>&\"'{{{a}}}{{&a}}"
    private static let escaped = "&lt;script&gt;&amp;&quot;&#39;{{{a}}}{{&amp;a}}"

    private func html(_ template: String, _ values: [String: PageValue]) throws -> String {
        try PageTemplates(files: [("a.mustache", template)]).html("a", values)
    }

    @Test("text is escaped wherever a value can stand")
    func textIsEscaped() throws {
        let text = PageValue.json(.string(Self.hostile))
        let values: [String: PageValue] = [
            "text": text, "list": .list([text]), "object": .members(["inner": text]),
            "json": .json(.members(["inner": .string(Self.hostile)])),
            "made": .text(Self.hostile), "array": .json(.array([.string(Self.hostile)])),
        ]
        for template in [
            "{{text}}", "{{#list}}{{.}}{{/list}}", "{{object.inner}}", "{{json.inner}}",
            "{{#object}}{{inner}}{{/object}}", "{{made}}", "{{#array}}{{.}}{{/array}}",
            "{{#text}}{{.}}{{/text}}",
        ] {
            #expect(try html(template, values) == Self.escaped, "\(template)")
        }
    }

    @Test("a template that is not there is an error, not an empty page")
    func unknownTemplate() throws {
        let templates = try PageTemplates(files: [("a.mustache", "{{text}}")])
        #expect(throws: (any Error).self) { try templates.html("b", .members([:])) }
        #expect(try templates.html("a", .members(["text": .string("b")])) == "b")
    }

    @Test("the HTML of our Markdown is shown as it is, and opens no tag")
    func markdownIsShown() throws {
        let body = PageHTML(markdown: "**a** `{{secret}}` {{{secret}}} <b>")
        let page = try html(
            "{{#body}}{{body}}{{/body}}", ["body": .html(body), "secret": .text("shown")])
        #expect(
            page == "<p><strong>a</strong> <code>&#123;&#123;secret}}</code> "
                + "&#123;&#123;&#123;secret}}} &lt;b&gt;</p>")
        let empty = try html("{{^body}}none{{/body}}", ["body": .html(PageHTML(markdown: ""))])
        #expect(empty == "none")
    }

    @Test(
        "a template with a mark that escapes nothing, or that changes the marks, is refused",
        arguments: ["{{{a}}}", "{{&a}}", "{{=<% %>=}}<%&a%>", "{{%CONTENT_TYPE:TEXT}}{{a}}"])
    func unescapedMarks(template: String) {
        #expect(throws: (any Error).self) { try html(template, ["a": .text("<")]) }
    }
}
