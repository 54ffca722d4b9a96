-- Forgets what was set aside, or used under a reference, so long ago that nobody gives it back or
-- asks again; answers how many.
--
-- Called by the worker. At most `maximum` at a time, so that it never holds anybody up. What is
-- used of a limit that never resets is kept, for it may be given back at any time.
-- security definer because what is old is old in every tenant; it tells a number only.
-- Locks: the rows it deletes, skipping what others hold.

create function api.prune_reservations(
    keep_days integer, maximum integer, as_of timestamptz default null)
returns table (pruned bigint)
language plpgsql volatile security definer rows 1
set search_path = ''
as $$
#variable_conflict use_column
begin
    delete from entitlements.reservations made
     using (select old.tenant_id, old.reservation_id
              from entitlements.reservations old
             where old.made_at < coalesce(prune_reservations.as_of, now())
                                 - make_interval(days => prune_reservations.keep_days)
               and (old.status <> 'used' or old.period_starts_at > '-infinity')
             order by old.made_at
             limit prune_reservations.maximum
               for update skip locked) as old
     where made.tenant_id = old.tenant_id and made.reservation_id = old.reservation_id;
    get diagnostics pruned = row_count;
    return next;
end
$$;
