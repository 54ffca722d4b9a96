-- Locks everybody whom links connect with the named ids, with their households, and answers all
-- these ids. Nobody joins them, gains an id or leaves until the transaction ends.
--
-- internal: called by rejoin_app_user_ids and merge_source.
-- Idempotent: whoever holds them already goes on holding them.
-- Locks: tenant → households by id → app users by uuid.

create function api.lock_linked_app_users(app_user_ids text[]) returns text[]
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _component text[];
    _households uuid[];
begin
    -- Joining is rare and touches people that nobody named: one at a time in a tenant.
    perform from entitlements.tenants
      where tenants.tenant_id = _tenant_id for no key update;
    loop
        _component := api.linked_app_user_ids(lock_linked_app_users.app_user_ids);
        _households := api.lock_households_of(_component);
        -- Whoever lives with them may come to own a household that one of them has to leave.
        perform api.lock_related_app_users(_component || array(
            select member.app_user_id from entitlements.household_members member
             where member.tenant_id = _tenant_id and member.left_at is null
               and member.household_id = any (_households)));
        -- Somebody may have gained an id, or joined, while we waited for them; now nobody can.
        exit when _component @> api.linked_app_user_ids(lock_linked_app_users.app_user_ids)
              and _households @> api.households_of(_component);
    end loop;
    return _component;
end
$$;

grant execute on function api.lock_linked_app_users(text[]) to hearth_server;
comment on function api.lock_linked_app_users(text[]) is
    'Locks everybody whom links connect with the named ids, and answers all these ids.';
