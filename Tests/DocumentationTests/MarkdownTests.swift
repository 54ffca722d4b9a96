import Testing

@testable import Pages

@Suite("Markdown becomes HTML, and no text becomes markup")
struct MarkdownTests {
    private func html(_ text: String) -> String { PageHTML(markdown: text).text }

    @Test(
        "each block that docs/ uses becomes its element",
        arguments: [
            ("# A `b`", #"<h1 id="a-b">A <code>b</code></h1>"#),
            ("a\nb", "<p>a\nb</p>"),
            ("a **b** *c*", "<p>a <strong>b</strong> <em>c</em></p>"),
            ("```sh\na < b\n\n# c\n```", "<pre><code>a &lt; b\n\n# c</code></pre>"),
            ("- a\n  b\n- c", "<ul><li>a\nb</li><li>c</li></ul>"),
            (
                "1. a\n\n   ```\n   b\n   ```\n2. c",
                "<ol><li>a<pre><code>b</code></pre></li><li>c</li></ol>"
            ),
            ("- a\n  - b\n- c", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"),
            (
                "| a | b |\n|---|---|\n| `c|d` | e \\| f |",
                #"<div class="scroll"><table><tr><th scope="col">a</th>"#
                    + #"<th scope="col">b</th></tr>"#
                    + "<tr><td><code>c|d</code></td><td>e | f</td></tr></table></div>"
            ),
            ("a\n- b", "<p>a</p><ul><li>b</li></ul>"),
            ("[a](https://b.example/?c&d)", #"<p><a href="https://b.example/?c&amp;d">a</a></p>"#),
            ("2 * 3 * 4", "<p>2 * 3 * 4</p>"),
            ("a `b", "<p>a `b</p>"), ("a ![b](c.png)d", "<p>a d</p>"),
            ("{{a}} `{{{b}}}`", "<p>&#123;&#123;a}} <code>&#123;&#123;&#123;b}}}</code></p>"),
            ("", ""),
        ])
    func blocks(text: String, expected: String) {
        #expect(html(text) == expected)
    }

    @Test("a table can be terms with definitions, and code can lead to pages")
    func rules() {
        var rules = PageHTML.Rules()
        rules.hasDefinitions = true
        rules.addresses = { code in code.ranges(of: "/v1").map { ($0, "/a?<b>") } }
        let table =
            "| key | default | what |\n|---|---|---|\n| `A` | `<1>` | Is b. |\n| `B` | – | c |"
        #expect(
            PageHTML(markdown: table, rules).text
                == #"<dl class="settings"><dt id="a"><code>A</code></dt><dd>Is b.</dd>"#
                + #"<dd class="dim">default: <code>&lt;1&gt;</code></dd>"#
                + #"<dt id="b"><code>B</code></dt><dd>c</dd></dl>"#)
        #expect(
            PageHTML(inline: "`<GET> /v1 {`", rules).text
                == #"<code>&lt;GET&gt; <a href="/a?&lt;b&gt;">/v1</a> &#123;</code>"#)
    }

    @Test(
        "hostile text stays text",
        arguments: [
            "<script>alert(1)</script>", "a <img src=x onerror=alert(1)>", "`<b>`", "# <i>",
            "| <u> |\n|---|\n| <u> |", "- <b>", "```\n</code></pre><script>\n```",
            "[a](javascript:alert(1))", "[\"><script>](https://a.example/\"><script>)", "&lt;b&gt;",
        ])
    func hostile(text: String) {
        let html = html(text)
        for mark in ["<script", "<img", "<b>", "<i>", "<u>", "javascript:"] {
            #expect(!html.contains(mark), "\(html)")
        }
        #expect(text != "&lt;b&gt;" || html == "<p>&amp;lt;b&amp;gt;</p>")
    }
}
