-- Schema api is code, not data: it is dropped and built again, so that no function that lost its
-- file stays behind. The function files run after this, in the same transaction, as the owner.
drop schema if exists api cascade;
create schema api authorization hearth_owner;
revoke all on schema api from public;
grant usage on schema api to hearth_server;
alter default privileges for role hearth_owner in schema api
    grant execute on functions to hearth_server;

-- The files run in the order of their names and not of their dependencies.
set local check_function_bodies = off;
set local role hearth_owner;
