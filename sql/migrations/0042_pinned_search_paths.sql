-- Every function looks names up in pg_catalog, and in pg_temp last. With the empty search path that
-- they had, Postgres looks for types and tables in pg_temp first: a role of the app that may ask
-- has_entitlement made a temporary domain named uuid, and its check ran as hearth_owner.
-- Compatible from schema version 41.

-- Returns the functions of schema entitlements and of releases that look names up elsewhere. A body
-- of the SQL standard bound its names when it was made: it needs no setting, and with one it would
-- never be inlined.
create function entitlements.open_functions() returns setof regprocedure
language sql stable
begin atomic
    select made.oid::regprocedure
      from pg_catalog.pg_proc made
      join pg_catalog.pg_namespace schema on schema.oid = made.pronamespace
     where (schema.nspname ~ '^hearth_[0-9a-f]{12}$' or schema.nspname = 'entitlements'
            or schema.nspname = 'api'
               and pg_catalog.to_regproc('api.get_deployment') is not null)
       and made.proowner = pg_catalog.to_regrole('hearth_owner')
       and made.prokind <> 'a' and made.prosqlbody is null
       and not coalesce('search_path=pg_catalog, pg_temp' = any (made.proconfig), false);
end;
alter function entitlements.open_functions() owner to hearth_owner;
revoke all on function entitlements.open_functions() from public;
grant execute on function entitlements.open_functions() to hearth_server;

create procedure entitlements.pin_search_paths()
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    _open regprocedure;
begin
    for _open in select open_functions from entitlements.open_functions() loop
        execute format('alter routine %s set search_path = pg_catalog, pg_temp', _open);
    end loop;
end
$$;
alter procedure entitlements.pin_search_paths() owner to hearth_owner;
revoke all on procedure entitlements.pin_search_paths() from public;

-- The migrator of an older release installs functions with an empty search path, and makes
-- has_entitlement with one again. It records its release in the same transaction, at whose end this
-- trigger pins them. Servers update their release each minute: their logins are no members of the
-- owner, and run nothing.
create function entitlements.pin_installed_functions() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
    call entitlements.pin_search_paths();
    return null;
end
$$;
alter function entitlements.pin_installed_functions() owner to hearth_owner;
revoke all on function entitlements.pin_installed_functions() from public;
create constraint trigger pin_installed_functions after insert or update on entitlements.releases
    deferrable initially deferred for each row
    when (pg_catalog.pg_has_role(session_user, 'hearth_owner', 'member'))
    execute function entitlements.pin_installed_functions();

call entitlements.pin_search_paths();
