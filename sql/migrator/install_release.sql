-- Creates the schema of a release's functions.
-- The function files run next, in the same transaction, as hearth_owner.
create schema :"release" authorization hearth_owner;
revoke all on schema :"release" from public;
grant usage on schema :"release" to hearth_server;
alter default privileges for role hearth_owner in schema :"release"
    grant execute on functions to hearth_server;

-- PL/pgSQL files run in the order of their paths, not of their dependencies.
set local check_function_bodies = off;
set local role hearth_owner;
