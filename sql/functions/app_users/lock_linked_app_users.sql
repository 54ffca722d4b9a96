-- Locks all people that links connect with the named ids, with their households, and answers all
-- these ids. No other transaction joins or parts them, gives them an id or moves them out of a
-- household until this one ends. Other people of the tenant are not held.
--
-- internal: called by every function that joins or parts people.
-- A transaction that links an id holds its person, so links that are seen here stay as they are.
-- Who is linked can change while this waits, so it is asked again until it has not. Where two
-- transactions reach for each other's people, Postgres ends one, and the client repeats it.
-- Idempotent: locks that are held stay held.
-- Locks: households by id → app users by uuid.

create function api.lock_linked_app_users(app_user_ids text[]) returns text[]
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _component text[];
    _households uuid[];
begin
    loop
        _component := api.linked_app_user_ids(lock_linked_app_users.app_user_ids);
        _households := api.lock_households_of(_component);
        -- A person who lives with them may come to own a household that one of them has to leave.
        perform api.lock_related_app_users(_component || array(
            select member.app_user_id from entitlements.household_members member
             where member.tenant_id = _tenant_id and member.left_at is null
               and member.household_id = any (_households)));
        exit when _component @> api.linked_app_user_ids(lock_linked_app_users.app_user_ids)
              and _households @> api.households_of(_component);
    end loop;
    return _component;
end
$$;
