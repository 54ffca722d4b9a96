import Testing

@testable import Documentation

@Suite("Markdown becomes HTML, and no text becomes markup")
struct MarkdownTests {
    private func html(_ text: String) -> String {
        var writer = HTMLWriter()
        writer.markdown(text)
        return writer.html
    }

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
                #"<div class="scroll"><table><tr><th>a</th><th>b</th></tr>"#
                    + "<tr><td><code>c|d</code></td><td>e | f</td></tr></table></div>"
            ),
            ("a\n- b", "<p>a</p><ul><li>b</li></ul>"),
            ("[a](https://b.example/?c&d)", #"<p><a href="https://b.example/?c&amp;d">a</a></p>"#),
            ("2 * 3 * 4", "<p>2 * 3 * 4</p>"),
            ("a `b", "<p>a `b</p>"),
            ("", ""),
        ])
    func blocks(text: String, expected: String) {
        #expect(html(text) == expected)
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
