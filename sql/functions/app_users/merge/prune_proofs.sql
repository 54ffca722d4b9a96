-- Deletes merge tickets and counts of claims a day after their time; returns how many.
--
-- Deletes at most `maximum` of each, so that locks are short.
-- Locks: the rows it deletes, skipping locked ones.

create function api.prune_proofs(maximum integer, as_of timestamptz default null)
returns bigint
language plpgsql volatile
as $$
declare
    _away constant uuid[] := api.tenants_away();
    _before constant timestamptz := coalesce(prune_proofs.as_of, now()) - interval '1 day';
    _pruned bigint;
    _attempts bigint;
begin
    delete from entitlements.merge_tickets ticket
     using (select old.tenant_id, old.digest
              from entitlements.merge_tickets old
             where old.expires_at < _before and old.tenant_id <> all (_away)
             order by old.expires_at
             limit prune_proofs.maximum
               for update skip locked) as old
     where ticket.tenant_id = old.tenant_id and ticket.digest = old.digest;
    get diagnostics _pruned = row_count;
    delete from entitlements.claim_attempts counted
     using (select old.tenant_id, old.app_user_id, old.issuer, old.hour
              from entitlements.claim_attempts old
             where old.hour < _before and old.tenant_id <> all (_away)
             order by old.hour
             limit prune_proofs.maximum
               for update skip locked) as old
     where counted.tenant_id = old.tenant_id and counted.app_user_id = old.app_user_id
       and counted.issuer = old.issuer and counted.hour = old.hour;
    get diagnostics _attempts = row_count;
    return _pruned + _attempts;
end
$$;
