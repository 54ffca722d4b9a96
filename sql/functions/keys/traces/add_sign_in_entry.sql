-- Writes an audit entry that someone signed in to the console by a tenant's key, or tried to.
--
-- None for an admin key: an audit belongs to a tenant. None for a tenant of another database,
-- either. Sets the tenant, and leaves none set.

create function api.add_sign_in_entry(
    key_id text, action text, actor text, reason text, as_of timestamptz)
returns void
language plpgsql volatile
as $$
declare
    _key entitlements.api_keys;
begin
    select key.* into _key
      from entitlements.api_keys key
     where key.key_id = add_sign_in_entry.key_id and key.tenant_id <> all (api.tenants_away());
    if not found then
        return;
    end if;
    perform set_config('hearth.tenant_id', _key.tenant_id::text, true);
    perform api.add_audit_entry(
        add_sign_in_entry.action,
        coalesce(add_sign_in_entry.actor, _key.kind || '_key:' || _key.key_id),
        add_sign_in_entry.reason, '{}', '[]',
        jsonb_build_array(api.audited_key(_key)),
        add_sign_in_entry.as_of);
    perform set_config('hearth.tenant_id', '', true);
end
$$;
