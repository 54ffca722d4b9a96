-- Deletes old reservations and uses, and returns how many.
--
-- Deletes at most `maximum` rows, to keep locks short. Uses of a limit that never resets are kept:
-- they can be released at any time.
-- Locks: the rows it deletes, skipping locked rows.

create function api.prune_reservations(
    keep_days integer, maximum integer, as_of timestamptz default null)
returns bigint
language plpgsql volatile
as $$
declare
    _away constant uuid[] := api.tenants_away();
    _pruned bigint;
begin
    delete from entitlements.reservations made
     using (select old.tenant_id, old.reservation_id
              from entitlements.reservations old
             where old.made_at < coalesce(prune_reservations.as_of, now())
                                 - make_interval(days => prune_reservations.keep_days)
               and (old.status <> 'used' or old.period_starts_at > '-infinity')
               and old.tenant_id <> all (_away)
             order by old.made_at
             limit prune_reservations.maximum
               for update skip locked) as old
     where made.tenant_id = old.tenant_id and made.reservation_id = old.reservation_id;
    get diagnostics _pruned = row_count;
    return _pruned;
end
$$;
