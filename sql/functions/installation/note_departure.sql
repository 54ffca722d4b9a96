-- Records that a server has ended: its encryption keys do not matter any more.
--
-- security definer because presence belongs to no tenant.
-- Idempotent: an unknown server changes nothing.
-- Locks: the row of presence.

create function api.note_departure(server_name text) returns void
language plpgsql volatile security definer
as $$
begin
    update entitlements.presence set servers = servers - note_departure.server_name;
end
$$;
