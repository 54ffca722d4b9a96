import Entitlements
import Foundation
import TestSupport
import Testing

@testable import hearth

@Suite("Configuration from variables")
struct ConfigurationTests {
    @Test("without variables the defaults apply")
    func defaults() throws {
        let configuration = try Configuration(variables: [:])
        #expect(configuration.http.port == 8080)
        #expect(configuration.http.host == "127.0.0.1")
        #expect(configuration.database.url == nil)
        #expect(!configuration.isDevelopment)
        #expect(configuration.shutdownDeadlineSeconds == 8)
        #expect(configuration.http.servesConsole)
    }

    @Test("the console is served unless it is off")
    func console() throws {
        #expect(try !Configuration(variables: ["HEARTH_CONSOLE": "off"]).http.servesConsole)
        #expect(try Configuration(variables: ["HEARTH_CONSOLE": "on"]).http.servesConsole)
    }

    @Test("each key accepts its default from the table")
    func defaultsAreValid() throws {
        let defaults = ConfigurationKey.all.compactMap { key in
            key.defaultText.map { (key.name, $0) }
        }
        _ = try Configuration(variables: Dictionary(uniqueKeysWithValues: defaults))
    }

    @Test("an empty variable counts as unset")
    func emptyIsAbsent() throws {
        let configuration = try Configuration(variables: ["HEARTH_PORT": "", "DATABASE_URL": ""])
        #expect(configuration.http.port == 8080)
        #expect(configuration.database.url == nil)
    }

    @Test("hearth up is in development, unless the variable says otherwise")
    func mode() throws {
        #expect(try Configuration(variables: [:], mode: .development).isDevelopment)
        let variables = ["HEARTH_ENVIRONMENT": "production"]
        #expect(try !Configuration(variables: variables, mode: .development).isDevelopment)
    }

    @Test("migrations use the administrator's URL, or else the usual one")
    func migrationURL() throws {
        let (usual, other) = ("postgres://a/hearth", "host=/tmp dbname=hearth")
        let one = try Configuration(variables: ["DATABASE_URL": usual])
        #expect(one.database.migrationURL == usual)
        let two = try Configuration(
            variables: ["DATABASE_URL": usual, "HEARTH_MIGRATION_DATABASE_URL": other])
        #expect(two.database.migrationURL == other)
    }

    @Test(
        "the database is Postgres, by its scheme; the rest of the URL is not repeated",
        arguments: [
            ("mysql://u:pw-of-u@host/hearth", "must begin with postgres://, not mysql://"),
            ("Postgres://host/hearth", "must begin with postgres://, not Postgres://"),
            ("hearth", "must be a URL"), ("host/hearth", "must be a URL"),
        ])
    func otherDatabases(url: String, words: String) throws {
        for key in ["DATABASE_URL", "HEARTH_MIGRATION_DATABASE_URL"] {
            let error = #expect(throws: InvalidConfiguration.self) {
                try Configuration(variables: [key: url])
            }
            let problem = try #require(error?.problems.first)
            #expect(problem.pointer == key && problem.detail.hasPrefix(words))
            #expect(!problem.detail.contains("pw-of-u"))
        }
    }

    @Test("the format of the log is the terminal's business unless it is named")
    func logFormat() throws {
        #expect(try Configuration(variables: [:]).logFormat == nil)
        #expect(try Configuration(variables: ["HEARTH_LOG_FORMAT": "text"]).logFormat == .text)
        #expect(throws: InvalidConfiguration.self) {
            try Configuration(variables: ["HEARTH_LOG_FORMAT": "xml"])
        }
    }

    @Test("lists are separated by commas, and spaces around them are ignored")
    func lists() throws {
        let configuration = try Configuration(
            variables: ["HEARTH_ALLOWED_HOSTS": "a.example, b.example"])
        #expect(configuration.http.allowedHosts == ["a.example", "b.example"])
    }

    @Test("RevenueCat's URL must use TLS, except in development")
    func revenueCatURL() throws {
        #expect(try Configuration(variables: [:]).revenueCatURL == "https://api.revenuecat.com")
        let local = ["HEARTH_REVENUECAT_URL": "http://127.0.0.1:9000"]
        #expect(throws: InvalidConfiguration.self) { try Configuration(variables: local) }
        let configuration = try Configuration(variables: local, mode: .development)
        #expect(configuration.revenueCatURL == "http://127.0.0.1:9000")
    }

    @Test(
        "a server's URL is a scheme and a host, and nothing else",
        arguments: [
            "api.revenuecat.com", "ftp://a.example", "https://", "https://a.example/v1",
            "https://u:p@a.example", "https://a.example?b", "https://a.example#b", "https:// a",
        ])
    func otherURLs(text: String) {
        let error = #expect(throws: InvalidConfiguration.self) {
            try Configuration(variables: ["HEARTH_REVENUECAT_URL": text])
        }
        #expect(error?.problems.map(\.pointer) == ["HEARTH_REVENUECAT_URL"])
    }

    @Test("nothing is traced without a collector, whatever other variables say")
    func tracesOff() throws {
        #expect(try Configuration(variables: [:]).traces == nil)
        let others = [
            "OTEL_TRACES_SAMPLER": "jaeger_remote", "OTEL_SERVICE_NAME": "all",
            "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc", "OTEL_EXPORTER_OTLP_HEADERS": "?",
        ]
        #expect(try Configuration(variables: others).traces == nil)
    }

    @Test("a collector has a URL, headers, and a sampler as OpenTelemetry names them")
    func traces() throws {
        var variables = ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318/otlp"]
        let plain = try #require(try Configuration(variables: variables).traces)
        #expect(plain.endpoint == "http://collector:4318/otlp" && plain.headers.isEmpty)
        #expect(plain.serviceName == "hearth" && plain.ratio == 1 && plain.followsCallers)
        variables["OTEL_EXPORTER_OTLP_HEADERS"] = "api-key=a%20b=, x=1"
        variables["OTEL_SERVICE_NAME"] = "entitlements"
        variables["OTEL_TRACES_SAMPLER"] = "traceidratio"
        variables["OTEL_TRACES_SAMPLER_ARG"] = "0.25"
        let full = try #require(try Configuration(variables: variables).traces)
        #expect(full.headers.map(\.name) == ["api-key", "x"])
        #expect(full.headers.map(\.value) == ["a b=", "1"])
        #expect(full.serviceName == "entitlements" && full.ratio == 0.25 && !full.followsCallers)
        variables["OTEL_TRACES_SAMPLER"] = "parentbased_always_off"
        let off = try #require(try Configuration(variables: variables).traces)
        #expect(off.ratio == 0 && off.followsCallers)
    }

    @Test(
        "a problem with the traces is reported, and no header is repeated",
        arguments: [
            ("ENDPOINT", "collector:4318"), ("ENDPOINT", "grpc://collector"),
            ("ENDPOINT", "http://u:p@collector"), ("HEADERS", "secret-key"),
            ("HEADERS", "a b=secret-key"), ("HEADERS", "a=secret-key%0Ab"),
            ("SAMPLER", "sometimes"), ("SAMPLER_ARG", "2"), ("SAMPLER_ARG", "nan"),
        ])
    func otherTraces(name: String, text: String) throws {
        let key = (name.hasPrefix("SAMPLER") ? "OTEL_TRACES_" : "OTEL_EXPORTER_OTLP_") + name
        var variables = ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"]
        variables[key] = text
        let error = #expect(throws: InvalidConfiguration.self) {
            try Configuration(variables: variables)
        }
        #expect(error?.problems.map(\.pointer) == [key])
        #expect(error?.problems.contains { $0.detail.contains("secret-key") } == false)
    }

    @Test("all problems are reported, each with its key")
    func allProblems() {
        let error = #expect(throws: InvalidConfiguration.self) {
            try Configuration(variables: [
                "HEARTH_PORT": "70000", "HEARTH_LOG_LEVEL": "loud", "HEARTH_READ_CONNECTIONS": "0",
                "HEARTH_ENCRYPTION_KEY": "c2hvcnQ=", "HEARTH_STATEMENT_TIMEOUT": "5",
                "HEARTH_ENVIRONMENT": "staging",
            ])
        }
        #expect(
            error?.problems.map(\.pointer).sorted() == [
                "HEARTH_ENCRYPTION_KEY", "HEARTH_ENVIRONMENT", "HEARTH_LOG_LEVEL", "HEARTH_PORT",
                "HEARTH_READ_CONNECTIONS", "HEARTH_STATEMENT_TIMEOUT",
            ])
    }

    @Test("an unknown HEARTH_ key is an error with a suggestion; others are ignored")
    func unknownKey() {
        let error = #expect(throws: InvalidConfiguration.self) {
            try Configuration(variables: ["HEARTH_PROT": "1", "PATH": "/bin", "PGHOST": "a"])
        }
        #expect(
            error?.problems == [
                FieldProblem(
                    pointer: "HEARTH_PROT",
                    detail: "is not a key of Hearth; did you mean HEARTH_PORT?")
            ])
    }

    @Test("a secret can be in a file, whose last line break is ignored")
    func secretFile() throws {
        let folder = TestFolder(named: "configuration")
        defer { folder.remove() }
        let key = Data(repeating: 7, count: 32).base64EncodedString()
        let path = folder.path + "/key"
        try "\(key)\n".write(toFile: path, atomically: true, encoding: .utf8)
        let configuration = try Configuration(variables: ["HEARTH_ENCRYPTION_KEY_FILE": path])
        #expect(configuration.encryptionKey == Array(repeating: 7, count: 32))
        var marked = ConfigurationValues(
            variables: ["HEARTH_ENCRYPTION_KEY_FILE": path],
            readFile: { _ in "\u{FEFF}\(key)\n" })
        #expect(marked.text(.encryptionKey) == key)

        #expect(throws: InvalidConfiguration.self) {
            try Configuration(variables: [
                "HEARTH_ENCRYPTION_KEY_FILE": path, "HEARTH_ENCRYPTION_KEY": key,
            ])
        }
        #expect(throws: InvalidConfiguration.self) {
            try Configuration(variables: ["HEARTH_ENCRYPTION_KEY_FILE": path + ".missing"])
        }
        #expect(throws: InvalidConfiguration.self) {
            try Configuration(variables: ["HEARTH_PORT_FILE": path])
        }
    }

    @Test("no message repeats a secret")
    func secretsStaySecret() {
        let error = #expect(throws: InvalidConfiguration.self) {
            try Configuration(variables: ["HEARTH_ENCRYPTION_KEY": "hunter2"])
        }
        #expect(error?.problems.contains { $0.detail.contains("hunter2") } == false)
    }

    @Test("CONFIGURATION.md has the table that hearth prints")
    func documentedTable() throws {
        let document = try String(
            contentsOf: PackageRoot.url.appending(path: "docs/CONFIGURATION.md"), encoding: .utf8)
        #expect(document.contains(ConfigurationKey.markdownTable))
    }

    @Test("each setting says where its value comes from, and a secret is masked")
    func sources() {
        var values = ConfigurationValues(
            variables: [
                "HEARTH_PORT": "9", "DATABASE_URL": "postgres://ana:hunter2@db/hearth",
                "HEARTH_ENCRYPTION_KEY_FILE": "/run/key",
            ], readFile: { _ in "hunter2\n" })
        func shown(_ key: ConfigurationKey) -> [String?] {
            let json = values.setting(key).json
            return [json["value"]?.string, json["source"]?.string]
        }
        #expect(shown(.port) == ["9", "environment"])
        #expect(shown(.host) == ["127.0.0.1", "default"])
        #expect(shown(.metricsPort) == [nil, nil])
        #expect(shown(.databaseURL) == ["***", "environment"])
        #expect(shown(.encryptionKey) == ["***", "file"])
        #expect(values.setting(.encryptionKey).value == "hunter2")
    }

    @Test("hearth configuration shows a table, JSON or the document's table, and what is wrong")
    func command() async throws {
        func run(_ words: String..., port: String = "9") async throws -> HearthProcess.Finished {
            try await HearthProcess.run(
                ["configuration"] + words,
                environment: ["HEARTH_PORT": port, "DATABASE_URL": "postgres://a:hunter2@db/x"])
        }
        let table = try await run()
        #expect(table.exit == .status(0), "\(table.error)")
        let lines = table.output.split(separator: "\n")
        #expect(lines.count == ConfigurationKey.all.count + 1)
        #expect(lines[0].hasPrefix("KEY "))
        #expect(lines.contains { $0.contains(#/^HEARTH_PORT +9 +environment$/#) })
        #expect(lines.contains { $0.contains(#/^DATABASE_URL +\*\*\* +environment$/#) })
        let json = try await run("--format", "json").output
        #expect(try JSONParser.parse(Array(json.utf8))["data"]?.array?.count == lines.count - 1)
        #expect(!(table.output + json).contains("hunter2"))
        #expect(
            try await run("--format", "markdown").output == ConfigurationKey.markdownTable + "\n")
        let wrong = try await run(port: "ninety")
        #expect(wrong.exit == .status(78))
        #expect(wrong.error.contains("HEARTH_PORT") && wrong.output.contains("ninety"))
    }
}
