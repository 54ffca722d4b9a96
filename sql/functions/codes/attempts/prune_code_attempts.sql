-- Deletes counts of tried codes a day after their hour; returns how many.
--
-- Deletes at most `maximum`, so that locks are short.
-- Locks: the rows it deletes, skipping locked ones.

create function api.prune_code_attempts(maximum integer, as_of timestamptz default null)
returns bigint
language plpgsql volatile
as $$
declare
    _away constant uuid[] := api.tenants_away();
    _pruned bigint;
begin
    delete from entitlements.code_attempts counted
     using (select old.tenant_id, old.app_user_id, old.issuer, old.hour
              from entitlements.code_attempts old
             where old.hour < coalesce(prune_code_attempts.as_of, now()) - interval '1 day'
               and old.tenant_id <> all (_away)
             order by old.hour
             limit prune_code_attempts.maximum
               for update skip locked) as old
     where counted.tenant_id = old.tenant_id and counted.app_user_id = old.app_user_id
       and counted.issuer = old.issuer and counted.hour = old.hour;
    get diagnostics _pruned = row_count;
    return _pruned;
end
$$;
