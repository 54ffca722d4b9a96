-- Every id of the people whom the named ids point at, and of everybody whom transfers connect with
-- them, each with the id of the reading that it concerns.
--
-- internal: called by lock_snapshot_purchases. `asked` has the reading of each of `ids`.
-- Hardly anybody has had a transfer, so that is asked first.
-- The standard's body binds its names now and is inlined by the planner.
-- Locks: none.

create function api.ids_of_snapshots(asked text[], ids text[])
returns table (asked text, id text)
language sql stable security invoker rows 64
begin atomic
    select named.asked, own.app_user_id
      from unnest(ids_of_snapshots.asked, ids_of_snapshots.ids) as named (asked, id)
      join entitlements.app_user_ids known
        on known.tenant_id = entitlements.current_tenant_id() and known.app_user_id = named.id
      join entitlements.app_user_ids own
        on own.tenant_id = known.tenant_id and own.app_user_uuid = known.app_user_uuid
     union
    select moved.asked, related.id
      from (select named.asked, array_agg(named.id) as ids
              from unnest(ids_of_snapshots.asked, ids_of_snapshots.ids) as named (asked, id)
             group by named.asked
            having bool_or(exists (
                   select from entitlements.app_user_ids known
                     join entitlements.app_user_ids own
                       on own.tenant_id = known.tenant_id
                      and own.app_user_uuid = known.app_user_uuid
                     join entitlements.transfer_sides side
                       on side.tenant_id = own.tenant_id and side.app_user_id = own.app_user_id
                    where known.tenant_id = entitlements.current_tenant_id()
                      and known.app_user_id = named.id))) as moved
     cross join lateral unnest(api.related_app_user_ids(moved.ids)) as related (id);
end;
