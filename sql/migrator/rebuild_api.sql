-- Drops and recreates schema api, so that no function without a file stays.
-- The function files run next, in the same transaction, as hearth_owner.
drop schema if exists api cascade;
create schema api authorization hearth_owner;
revoke all on schema api from public;
grant usage on schema api to hearth_server;
alter default privileges for role hearth_owner in schema api
    grant execute on functions to hearth_server;

-- PL/pgSQL files run in the order of their paths, not of their dependencies.
set local check_function_bodies = off;
set local role hearth_owner;
