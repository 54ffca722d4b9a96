-- Returns the tenants that workers leave alone here: they move or have moved, or they arrive.
--
-- Doors that write for any tenant compare with it.

create function api.tenants_away()
returns uuid[]
language sql stable
return array(select move.tenant_id from entitlements.tenant_moves move where move.is_away);
