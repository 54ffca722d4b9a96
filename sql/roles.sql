-- Creates the two roles of Hearth. Repeatable; an administrator runs it before the first migration.
--
-- hearth_owner owns every table and function and cannot log in. The server acts as hearth_server,
-- which owns nothing, is subject to row security, and may only execute the functions of schema api.
-- It logs in as hearth_server, or as a member that takes the role when it connects.

do $$
begin
    if not exists (select from pg_catalog.pg_roles where rolname = 'hearth_owner') then
        create role hearth_owner nologin nosuperuser nobypassrls;
    end if;
    if not exists (select from pg_catalog.pg_roles where rolname = 'hearth_server') then
        create role hearth_server login nosuperuser nobypassrls;
    end if;
    -- A managed Postgres gives no superuser, so the migrating login must be a member of both roles.
    if not pg_catalog.pg_has_role(session_user, 'hearth_owner', 'member') then
        execute pg_catalog.format('grant hearth_owner to %I', session_user);
    end if;
    if not pg_catalog.pg_has_role(session_user, 'hearth_server', 'member') then
        execute pg_catalog.format('grant hearth_server to %I', session_user);
    end if;
exception
    -- Roles are global. Another database of the cluster, migrating now, has created them.
    when duplicate_object or unique_violation then null;
end
$$;
