-- Deletes answers to repeatable requests after `keep_hours`; returns how many.
--
-- Deletes at most `maximum` at a time, so that locks are short.
-- Locks: the rows it deletes, skipping locked ones.

create function api.prune_idempotent_answers(
    keep_hours integer, maximum integer, as_of timestamptz default null)
returns bigint
language plpgsql volatile
as $$
declare
    _away constant uuid[] := api.tenants_away();
    _as_of constant timestamptz := coalesce(prune_idempotent_answers.as_of, now());
    _pruned bigint;
begin
    delete from entitlements.idempotent_answers kept
     using (select old.tenant_id, old.idempotency_key
              from entitlements.idempotent_answers old
             where old.created_at
                   < _as_of - make_interval(hours => prune_idempotent_answers.keep_hours)
               and old.tenant_id <> all (_away)
             order by old.created_at
             limit prune_idempotent_answers.maximum
               for update skip locked) as old
     where kept.tenant_id = old.tenant_id and kept.idempotency_key = old.idempotency_key;
    get diagnostics _pruned = row_count;
    return _pruned;
end
$$;
