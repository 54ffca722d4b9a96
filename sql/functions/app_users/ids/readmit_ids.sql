-- Lets erased ids be used again, for new app users.
--
-- The app registers an id on purpose, or an event that happened after the erasure is about it.
-- Idempotent: an id that is not kept out stays so.
-- Locks: the rows.

create function api.readmit_ids(app_user_ids text[]) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    delete from entitlements.kept_out_ids kept
     where kept.tenant_id = _tenant_id and kept.digest = any (array(
           select entitlements.id_digest(_tenant_id, named.id)
             from unnest(readmit_ids.app_user_ids) as named (id)));
end
$$;
