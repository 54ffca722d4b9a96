-- Deletes what was logged of notices 400 days after their end; returns how many.
--
-- Deletes at most `maximum`, so that locks are short. By then no notice can begin again: a rule
-- moves its end by 365 days at most. Those without an end stay; an app user has one for each limit
-- that never resets, and one for each two subscriptions.
-- Locks: the rows it deletes, skipping locked ones.

create function api.prune_notices(maximum integer, as_of timestamptz default null)
returns bigint
language plpgsql volatile
as $$
declare
    _away constant uuid[] := api.tenants_away();
    _before constant timestamptz := coalesce(prune_notices.as_of, now()) - interval '400 days';
    _pruned bigint;
begin
    delete from entitlements.logged_notices logged
     using (select old.tenant_id, old.app_user_id, old.notice_id
              from entitlements.logged_notices old
             where old.until < _before and old.tenant_id <> all (_away)
             order by old.until
             limit prune_notices.maximum
               for update skip locked) as old
     where logged.tenant_id = old.tenant_id and logged.app_user_id = old.app_user_id
       and logged.notice_id = old.notice_id;
    get diagnostics _pruned = row_count;
    return _pruned;
end
$$;
