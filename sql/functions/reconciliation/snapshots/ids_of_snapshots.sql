-- Lists the ids of app users behind ids, and of those that transfers connect, by snapshot.
--
-- `asked` has the id of the snapshot for each of `ids`. Transfers are rare, so they are checked
-- first.
-- Looks ids up by key (plans: rule 3).

create function api.ids_of_snapshots(asked text[], ids text[])
returns table (asked text, id text)
language sql stable rows 64
begin atomic
    with own (asked, id) as materialized (
        select named.asked, own.app_user_id
          from unnest(ids_of_snapshots.asked, ids_of_snapshots.ids) as named (asked, id)
         cross join lateral api.app_user_of(named.id) as known
         cross join lateral api.ids_of(known.app_user_uuid) as own)
    select own.asked, own.id from own
     union
    select moved.asked, related.id
      from (select own.asked, array_agg(own.id) as ids
              from own
             group by own.asked
            having bool_or(exists (
                   select from entitlements.transfer_sides side
                    where side.tenant_id = entitlements.current_tenant_id()
                      and side.app_user_id = own.id))) as moved
     cross join lateral unnest(api.related_app_user_ids(moved.ids)) as related (id);
end;
