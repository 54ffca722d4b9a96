extension ConnectionHandle {
    /// Creates a database and its owner, an administrator without superuser; false if that fails.
    ///
    /// Repeatable. If a superuser made the database and the roles before, the administrator gets
    /// both.
    package func createDatabase(
        _ name: String, ownedBy administrator: String, granting roles: [String]
    ) -> Bool {
        let grants = roles.map { role in
            """
            if to_regrole('\(role)') is not null then
                grant \(role) to \(administrator) with admin option;
            end if;
            """
        }
        return execute(
            """
            do $$
            begin
                if to_regrole('\(administrator)') is null then
                    create role \(administrator) login createrole createdb;
                end if;
                \(grants.joined(separator: "\n"))
            end
            $$
            """)
            && (execute("create database \(name) owner \(administrator)")
                || execute("alter database \(name) owner to \(administrator)"))
    }
}
