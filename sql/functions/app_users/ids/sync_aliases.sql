-- Updates the stored aliases of ids to what the links give.
--
-- The caller has locked all app users that links connect.
-- Idempotent: correct rows are not written.
-- Locks: the rows.

create function api.sync_aliases(app_user_ids text[]) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids text[];
    _aliases uuid[];
begin
    select coalesce(array_agg(derived.app_user_id), '{}'), array_agg(derived.alias_uuid)
      into _ids, _aliases
      from api.derived_aliases(sync_aliases.app_user_ids) as derived;
    delete from entitlements.aliased_ids stored
     where stored.tenant_id = _tenant_id
       and stored.app_user_id = any (sync_aliases.app_user_ids)
       and stored.app_user_id <> all (_ids);
    insert into entitlements.aliased_ids as stored (tenant_id, app_user_id, alias_uuid)
    select _tenant_id, derived.id, derived.shared
      from unnest(_ids, _aliases) as derived (id, shared)
        on conflict on constraint aliased_ids_pkey do update
       set alias_uuid = excluded.alias_uuid
     where stored.alias_uuid <> excluded.alias_uuid;
end
$$;
