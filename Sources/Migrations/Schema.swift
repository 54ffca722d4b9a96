import Crypto
import Entitlements

/// All files of `sql/`, as one version of the schema.
package struct Schema: Sendable {
    package struct File: Sendable, Equatable {
        /// From the root of the package: `sql/functions/tenants/find_tenant.sql`.
        package let path: String
        package let text: String

        package init(path: String, text: String) {
            self.path = path
            self.text = text
        }

        /// The function of a file of `sql/functions`: its name without folder and suffix.
        var functionName: String {
            String((path.split(separator: "/").last ?? "").prefix { $0 != "." })
        }

        /// The file as it is run: a function in PL/pgSQL gets the settings that all of them have.
        ///
        /// Built-in names are pg_catalog's, pg_temp comes last, and a name that could be a column
        /// or a variable is the column. Functions name each other in a schema `api`, which the
        /// release's own replaces. Line numbers stay, so that an error names the file's line.
        package func definition(in functionsSchema: String) -> String {
            guard Self.foldersThatCall.contains(where: path.hasPrefix) else { return text }
            return withSettings.replacing(
                #/\bapi\./#.wordBoundaryKind(.simple), with: "\(functionsSchema).")
        }

        /// The folders of files that name functions.
        private static let foldersThatCall = ["sql/functions/", "sql/moves/", "sql/shared/"]

        fileprivate var withSettings: String {
            guard path.hasPrefix("sql/functions/"), isInPLpgSQL else { return text }
            return text.replacing(
                "\nas $$\n", with: "\n\(Self.settings)\n", maxReplacements: 1)
        }

        /// An empty search path would not do: Postgres looks for types and tables in pg_temp
        /// first, unless the path says where.
        private static let settings =
            "set search_path = pg_catalog, pg_temp as $$ #variable_conflict use_column"

        fileprivate var isInPLpgSQL: Bool { text.contains("\nlanguage plpgsql ") }

        /// The names that the text has after `api.`.
        var namedFunctions: [String] {
            text.split(separator: "api.").dropFirst()
                .map { String($0.prefix { $0 == "_" || $0.isLetter || $0.isNumber }) }
        }

        /// The first paragraph of the comment that the file opens with; empty without one.
        var summary: String {
            text.split(separator: "\n", omittingEmptySubsequences: false)
                .prefix { $0.hasPrefix("-- ") }
                .map { $0.dropFirst(3) }.joined(separator: " ")
        }
    }

    package struct Migration: Sendable {
        /// Counted from one, without gaps.
        package let version: Int
        package let file: File

        /// The file's name without its folder, as recorded in the database.
        package var name: String { String(file.path.split(separator: "/").last ?? "") }

        /// The line about compatibility does not count: it may turn out wrong after a release.
        package var checksum: String {
            let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.hasPrefix(Self.compatibilityPrefix) }
            return Schema.hexadecimalDigest(
                of: [File(path: file.path, text: lines.joined(separator: "\n"))])
        }

        /// The oldest schema version whose functions work after it; nil: only its own.
        var compatibleFrom: Int? {
            file.text.split(separator: "\n").first { $0.hasPrefix(Self.compatibilityPrefix) }
                .flatMap { Int($0.dropFirst(Self.compatibilityPrefix.count).prefix { $0 != "." }) }
        }

        /// The version that functions need to work after it.
        var neededVersion: Int { compatibleFrom ?? version }

        private static let compatibilityPrefix = "-- Compatible from schema version "
    }

    package let roles: [File]

    /// Owners, policies and grants, for a restored database that lacks them.
    package let access: [File]

    /// In the order of their versions.
    package let migrations: [Migration]

    /// In the order in which they run.
    ///
    /// 1. PL/pgSQL functions, which resolve names when called;
    /// 2. functions that resolve names when created, each after those it names;
    /// 3. aggregates.
    package let functions: [File]

    /// Functions of schema `entitlements` that ask those of the release that migrated last.
    package let shared: [File]

    /// The schema of this release's functions.
    ///
    /// It is named by a SHA-256 over their files, the statement that runs before them and the
    /// version.
    package let functionsSchema: String

    /// Which answers this release serves of those that are stored: see `answerShape(of:)`.
    package let answerShape: Int

    /// The version of the newest migration.
    package var version: Int { migrations.last?.version ?? 0 }

    /// The schema this binary was built with.
    package static let embedded = Schema(
        files: EmbeddedText.files.map { File(path: $0.path, text: $0.text) })

    /// Ignores files outside the schema's folders, such as the migrator's own statements.
    package init(files: [File]) {
        func folder(_ path: String) -> [File] {
            files.filter { $0.path.hasPrefix(path) }.sorted { $0.path < $1.path }
        }
        roles = folder("sql/roles.sql")
        access = folder("sql/access.sql")
        migrations = folder("sql/migrations/").enumerated().map {
            Migration(version: $0.offset + 1, file: $0.element)
        }
        let functions = folder("sql/functions/")
        var late: [File] = []
        var bound: [File] = []
        var aggregates: [File] = []
        for file in functions {
            if file.isInPLpgSQL {
                late.append(file)
            } else if file.text.contains("\ncreate aggregate ") {
                aggregates.append(file)
            } else {
                bound.append(file)
            }
        }
        self.functions = late + Self.afterWhatTheyName(bound) + aggregates
        shared = folder("sql/shared/")
        answerShape = Self.answerShape(of: functions)
        let hash = Self.hexadecimalDigest(
            of: folder("sql/migrator/install_release") + functions
                + [File(path: "version", text: "\(migrations.count)")])
        functionsSchema = "hearth_\(hash.prefix(12))"
    }

    /// Sorts files by path, but puts each after those whose functions its text names.
    private static func afterWhatTheyName(_ files: [File]) -> [File] {
        let byName = Dictionary(grouping: files, by: \.functionName)
        var ordered: [File] = []
        var seen: Set<String> = []
        func place(_ file: File) {
            guard seen.insert(file.path).inserted else { return }
            for name in file.namedFunctions { byName[name]?.forEach(place) }
            ordered.append(file)
        }
        files.forEach(place)
        return ordered
    }

    /// Includes the path: a file that moves to another area changes the digest.
    fileprivate static func hexadecimalDigest(of files: [File]) -> String {
        var hash = SHA256()
        for file in files {
            hash.update(data: Array("\(file.path)\0\(file.withSettings)\0".utf8))
        }
        return Hexadecimal.text(hash.finalize())
    }
}
