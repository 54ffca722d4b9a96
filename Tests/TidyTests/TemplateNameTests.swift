import Testing

/// Templates and the views behind them know each other by names that no compiler compares.
///
/// A misspelt name shows nothing, or is never shown.
@Suite("Templates and views use the same names")
struct TemplateNameTests {
    /// The templates of a site, the folders of its views, and names that code makes from others.
    private struct Site {
        let templates: [SourceFile]
        let views: [SwiftSource]
        let made: Set<String>

        init(_ templates: [SourceFile], views: [SwiftSource], made: Set<String> = []) {
            self.templates = templates
            self.views = views
            self.made = made
        }
    }

    private static let templates = Repository.files.filter {
        $0.isUnder("Sources/EntitlementsAPI/pages") && $0.fileExtension == "mustache"
    }

    private static func views(_ folders: String...) -> [SwiftSource] {
        Repository.swift.filter { source in folders.contains { source.file.isUnder($0) } }
    }

    /// `PageTemplates` writes the names of assets.
    private static let assets: Set<String> = ["style_path", "script_path", "script_integrity"]
    private static let console = Site(
        templates.filter { !$0.name.hasPrefix("docs") },
        views: views("Sources/Console", "Sources/EntitlementsAPI/Console"),
        made: assets)
    private static let documentation = Site(
        templates.filter { $0.name.hasPrefix("docs") }, views: views("Sources/Documentation"),
        made: assets)

    @Test("each name of a template is a member that a view writes")
    func namesAreWritten() {
        expectNone(Self.unwritten(in: Self.console))
        expectNone(Self.unwritten(in: Self.documentation))
    }

    @Test("each member that a view writes is a name of a template, or read by another view")
    func membersAreUsed() {
        expectNone(Self.unused(in: Self.console))
        expectNone(Self.unused(in: Self.documentation))
    }

    @Test("each template that a template or a page names is there")
    func templatesExist() {
        let names = Set(Self.templates.map(\.stem))
        let named = Self.templates.flatMap { file in
            file.text.matches(of: #/\{\{[<>]\s*(\w+)/#).map { (file, String($0.output.1)) }
        }
        let shown = Self.views("Sources/EntitlementsAPI/Console").flatMap { source in
            source.file.text.matches(of: #/(?:\.page|\.html)\(\s*"(\w+)"/#)
                .map { (source.file, String($0.output.1)) }
        }
        #expect(named.count > 50 && shown.count > 10)
        expectNone(
            (named + shown).filter { !names.contains($0.1) }
                .map { $0.0.finding(1, "there is no template \($0.1).mustache") })
    }

    @Test("the test detects a name that is written nowhere, and a member that is used nowhere")
    func strangersAreFound() {
        func site(_ template: String, _ view: String) -> Site {
            Site(
                [SourceFile(path: "Sources/EntitlementsAPI/pages/a.mustache", text: template)],
                views: [SwiftSource(SourceFile(path: "Sources/Console/A.swift", text: view))])
        }
        let view = ".members([\"name\": .string(\"x\"), \"size\": f([\"inner\": 1])])"
        #expect(Self.unwritten(in: site("{{name}} {{#sizes}}.{{/sizes}}", view)).count == 1)
        #expect(Self.unwritten(in: site("{{name}}{{^size}}{{/size}}{{.}}", view)).isEmpty)
        #expect(Self.unused(in: site("{{name}}", view)).count == 1)
        #expect(Self.unused(in: site("{{name}} {{size}}", view)).isEmpty)
        #expect(Self.unused(in: site("{{name}}", view + "\nx.word(\"size\")")).isEmpty)
        #expect(Self.unused(in: site("", "api.call(.post, \"/x\", \(view))")).isEmpty)
    }

    private static func unwritten(in site: Site) -> [Finding] {
        let written = Set(site.views.flatMap { keys(in: $0.file.text) }).union(site.made)
        return site.templates.flatMap { file in
            names(in: file.text).subtracting(written).sorted().map {
                file.finding(1, "no view writes “\($0)”")
            }
        }
    }

    private static func unused(in site: Site) -> [Finding] {
        let shown = Set((templates + site.templates).flatMap { names(in: $0.text) })
        let read = Set(
            site.views.flatMap { source in
                source.file.text.matches(of: #/"([a-z_]+)"(?!\s*:)/#).map { String($0.output.1) }
            })
        return site.views.flatMap { source in
            members(in: source.file.text).subtracting(shown).subtracting(read).sorted().map {
                source.file.finding(1, "no template shows “\($0)”")
            }
        }
    }

    /// The names in the marks of a template.
    private static func names(in template: String) -> Set<String> {
        Set(
            template.matches(of: #/\{\{[#^]?\s*([a-z_]+(?:\.[a-z_]+)*)\s*\}\}/#).flatMap {
                $0.output.1.split(separator: ".").map(String.init)
            })
    }

    /// The names that a literal of a dictionary or an assignment by name writes.
    private static func keys(in text: String) -> [String] {
        (text.matches(of: #/"([a-z_]+)"\s*:/#).map(\.output.1)
            + text.matches(of: #/\["([a-z_]+)"\]\s*=[^=]/#).map(\.output.1)).map(String.init)
    }

    /// The members of objects for templates: bodies of operations are none of them.
    private static func members(in text: String) -> Set<String> {
        Set(
            text.matches(of: #/members\(\[/#).filter { match in
                !text[..<match.range.lowerBound].suffix(120).contains(#/\.call\([^)]*$/#)
            }.flatMap { ownKeys(of: text[$0.range.upperBound...]) })
    }

    /// The keys of a literal, up to its closing bracket, but not those of literals inside it.
    private static func ownKeys(of literal: Substring) -> [String] {
        var depth = 0
        var isText = false
        var own = ""
        for character in literal {
            if character == "\"" { isText.toggle() }
            if !isText, "([".contains(character) { depth += 1 }
            if !isText, ")]".contains(character) { depth -= 1 }
            if depth < 0 { break }
            if depth == 0 { own.append(character) }
        }
        return own.matches(of: #/"([a-z_]+)"\s*:/#).map { String($0.output.1) }
    }
}
