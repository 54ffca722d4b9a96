-- Returns the id that the server's log has had since initdb; null if the login may not read it.
--
-- A standby has its primary's.

create function api.system_identifier() returns text
language plpgsql stable
as $$
begin
    return (select control.system_identifier::text
              from pg_catalog.pg_control_system() as control);
exception when insufficient_privilege or feature_not_supported or undefined_function then
    return null; -- Some providers do not let logins read it.
end
$$;
