-- Returns when the app user of an id was erased; null if the id may be used.
--
-- Inlined (plans: rule 6).

create function api.kept_out_since(app_user_id text) returns timestamptz
language sql stable
return (
    select kept.erased_at from entitlements.kept_out_ids kept
     where kept.tenant_id = entitlements.current_tenant_id()
       and kept.digest = entitlements.id_digest(
           entitlements.current_tenant_id(), kept_out_since.app_user_id));
