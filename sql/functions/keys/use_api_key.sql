-- Notes that a key was used, at most once an hour.
--
-- Called after the key was authenticated, if its use is due. Another call that notes it at the same
-- time is not waited for. A tenant that is away is left alone: its rows are compared meanwhile.
-- security definer because an admin key belongs to no tenant.
-- Idempotent: within the hour it changes nothing.
-- Locks: the key; skips a locked one.

create function api.use_api_key(key_id text, as_of timestamptz default null) returns void
language plpgsql volatile security definer
as $$
declare
    _away constant uuid[] := api.tenants_away();
    _as_of constant timestamptz := coalesce(use_api_key.as_of, now());
begin
    update entitlements.api_keys key
       set last_used_at = _as_of
      from (select one.key_id from entitlements.api_keys one
             where one.key_id = use_api_key.key_id
               and one.tenant_id <> all (_away)
               and api.is_use_due(one.last_used_at, _as_of)
               for no key update skip locked) as due
     where key.key_id = due.key_id;
    update entitlements.admin_keys key
       set last_used_at = _as_of
      from (select one.key_id from entitlements.admin_keys one
             where one.key_id = use_api_key.key_id
               and api.is_use_due(one.last_used_at, _as_of)
               for no key update skip locked) as due
     where key.key_id = due.key_id;
end
$$;
