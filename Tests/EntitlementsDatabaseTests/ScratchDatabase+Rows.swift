import TestSupport

extension ScratchDatabase {
    /// A digest of each table's rows.
    func rows() async throws -> [String] {
        let tables = try await administer(
            """
            select format(
                       'select %L || coalesce('
                       'md5(string_agg(written::text, '' '' order by written::text)), '''') '
                       'from entitlements.%I written', relname || ' ', relname)
              from pg_class
             where relnamespace = 'entitlements'::regnamespace and relkind in ('r', 'p')
            """
        ).compactMap { $0.first ?? nil }
        return try await administer(tables.joined(separator: " union all "))
            .compactMap { $0.first ?? nil }.sorted()
    }
}
