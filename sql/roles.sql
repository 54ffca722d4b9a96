-- The two roles of Hearth. Repeatable; run by an administrator before the first migration.
--
-- hearth_owner owns every table and function and cannot log in. hearth_server is what the server
-- is: it owns nothing, is subject to row security, and may only execute the functions of schema
-- api. A server logs in as hearth_server, or as a member of it that enters the role when it
-- connects.

do $$
begin
    if not exists (select from pg_catalog.pg_roles where rolname = 'hearth_owner') then
        create role hearth_owner nologin nosuperuser nobypassrls;
    end if;
    if not exists (select from pg_catalog.pg_roles where rolname = 'hearth_server') then
        create role hearth_server login nosuperuser nobypassrls;
    end if;
    -- A managed Postgres has no superuser for us: who migrates must be able to become both roles.
    if not pg_catalog.pg_has_role(session_user, 'hearth_owner', 'member') then
        execute pg_catalog.format('grant hearth_owner to %I', session_user);
    end if;
    if not pg_catalog.pg_has_role(session_user, 'hearth_server', 'member') then
        execute pg_catalog.format('grant hearth_server to %I', session_user);
    end if;
exception
    -- Two databases of one cluster migrate at once: roles are global, so the second finds them
    -- made.
    when duplicate_object or unique_violation then null;
end
$$;
