-- Creates the three roles of Hearth. Repeatable; an administrator runs it before a migration.
--
-- hearth_owner owns every table and function and cannot log in. The server acts as hearth_server,
-- which owns nothing, is subject to row security, and may only execute the functions of releases.
-- It logs in as hearth_server, or as a member that takes the role when it connects. A backup is
-- made as hearth_backup, which cannot log in either: it may read every row, and change none.

do $$
declare
    _is_16 constant boolean := current_setting('server_version_num')::integer >= 160000;
    _role record;
begin
    for _role in
        select * from (values ('hearth_owner', 'nologin'), ('hearth_server', 'login'),
                              ('hearth_backup', 'nologin')) as role (name, login)
    loop
        if pg_catalog.to_regrole(_role.name) is null then
            execute pg_catalog.format(
                'create role %I %s nosuperuser nobypassrls', _role.name, _role.login);
        end if;
        -- A managed Postgres gives no superuser, so the migrating login must be a member. From 16
        -- on, the login that creates a role may grant it, but neither take it nor inherit from it.
        if not _is_16 and not pg_catalog.pg_has_role(session_user, _role.name, 'member') then
            execute pg_catalog.format('grant %I to %I', _role.name, session_user);
        elsif _is_16 and not (pg_catalog.pg_has_role(session_user, _role.name, 'set')
                              and pg_catalog.pg_has_role(session_user, _role.name, 'usage')) then
            execute pg_catalog.format(
                'grant %I to %I with inherit true, set true', _role.name, session_user);
        end if;
    end loop;
exception
    -- Roles are global. Another database of the cluster, migrating now, has created them.
    when duplicate_object or unique_violation then null;
end
$$;
