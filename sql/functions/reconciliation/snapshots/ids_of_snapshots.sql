-- Lists the ids of app users behind ids, and of those that transfers connect, by snapshot.
--
-- `asked` has the id of the snapshot for each of `ids`. Transfers are rare, so they are checked
-- first.
-- Standard SQL: names bind at creation, and the planner inlines the body.
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
