-- Returns the digest by which an erased id is recognised within its tenant.
--
-- Pure: reads only its argument and the tenant.

create function api.erased_digest(app_user_id text) returns bytea
language sql stable
return sha256(convert_to(entitlements.current_tenant_id() || ' ' || app_user_id, 'UTF8'));
