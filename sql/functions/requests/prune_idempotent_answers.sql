-- Deletes answers to repeatable requests after `keep_hours`; returns how many.
--
-- Called by the worker. Deletes at most `maximum` at a time, so that locks are short.
-- security definer because it prunes every tenant; it returns only a number.
-- Locks: the rows it deletes, skipping locked ones.

create function api.prune_idempotent_answers(
    keep_hours integer, maximum integer, as_of timestamptz default null)
returns table (pruned bigint)
language plpgsql volatile security definer rows 1
as $$
declare
    _as_of constant timestamptz := coalesce(prune_idempotent_answers.as_of, now());
begin
    delete from entitlements.idempotent_answers kept
     using (select old.tenant_id, old.idempotency_key
              from entitlements.idempotent_answers old
             where old.created_at
                   < _as_of - make_interval(hours => prune_idempotent_answers.keep_hours)
             order by old.created_at
             limit prune_idempotent_answers.maximum
               for update skip locked) as old
     where kept.tenant_id = old.tenant_id and kept.idempotency_key = old.idempotency_key;
    get diagnostics pruned = row_count;
    return next;
end
$$;
