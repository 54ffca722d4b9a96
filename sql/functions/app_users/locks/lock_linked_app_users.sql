-- Locks the app users that links connect with ids, and their households; returns all their ids.
--
-- Until this transaction ends, no other one joins or separates these app users, gives them an id,
-- or moves them out of a household. Other app users of the tenant stay unlocked.
-- A transaction that links an id locks its app user, so the links read here do not change: what is
-- returned stays whole, and the caller hands it on. An unknown id has no row to lock, and is left
-- out.
-- Links can change during the wait, so they are read again until they are the same. If two
-- transactions wait for each other's app users, Postgres aborts one and the client repeats it.
-- Idempotent: locks that are held stay held.
-- Locks: households by id → app users by uuid.

create function api.lock_linked_app_users(app_user_ids text[]) returns text[]
language plpgsql volatile
as $$
declare
    _component text[];
    _households uuid[];
    _held text[];
begin
    loop
        _component := api.linked_app_user_ids(lock_linked_app_users.app_user_ids);
        _households := api.lock_households_of(_component);
        -- If one of them has to leave a household, another member may become its owner.
        _held := api.lock_related_app_users(_component || array(
            select member.app_user_id
              from unnest(_households) as home (id)
             cross join lateral api.members_of(home.id) as member
             where member.left_at is null));
        exit when _component @> api.linked_app_user_ids(lock_linked_app_users.app_user_ids)
              and _households @> api.households_of(_component);
    end loop;
    return array(select unnest(_component) intersect select unnest(_held));
end
$$;
