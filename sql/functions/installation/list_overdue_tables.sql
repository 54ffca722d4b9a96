-- Returns the tables that hold rows which upkeep should have deleted an hour ago, with the oldest.
--
-- Called by `hearth doctor`. A server deletes them every five minutes, until none is left. Changes
-- are not looked at: their rows are visible for one tenant at a time.
-- security definer because it looks at every tenant's rows; it returns only times.

create function api.list_overdue_tables(
    answers_kept_hours integer, runs_kept_days integer, reservations_kept_days integer,
    uses_kept_days integer, as_of timestamptz default null)
returns table (table_name text, oldest_at timestamptz)
language plpgsql stable security definer rows 10
as $$
declare
    _away constant uuid[] := api.tenants_away();
    _late constant timestamptz :=
        coalesce(list_overdue_tables.as_of, now()) - interval '1 hour';
begin
    return query
    select late.name, late.oldest
      from (select 'claim_attempts', min(counted.hour) from entitlements.claim_attempts counted
             where counted.hour < _late - interval '1 day' and counted.tenant_id <> all (_away)
            union all
            select 'code_attempts', min(counted.hour) from entitlements.code_attempts counted
             where counted.hour < _late - interval '1 day' and counted.tenant_id <> all (_away)
            union all
            select 'deliveries', min(delivery.last_attempt_at)
              from entitlements.deliveries delivery
             where delivery.due_at is null and delivery.tenant_id <> all (_away)
               and delivery.last_attempt_at < _late - interval '7 days'
            union all
            select 'idempotent_answers', min(kept.created_at)
              from entitlements.idempotent_answers kept
             where kept.created_at
                   < _late - make_interval(hours => list_overdue_tables.answers_kept_hours)
               and kept.tenant_id <> all (_away)
            union all
            select 'logged_notices', min(logged.until) from entitlements.logged_notices logged
             where logged.until < _late - interval '400 days'
               and logged.tenant_id <> all (_away)
            union all
            select 'merge_tickets', min(ticket.expires_at) from entitlements.merge_tickets ticket
             where ticket.expires_at < _late - interval '1 day'
               and ticket.tenant_id <> all (_away)
            union all
            select 'reservations', min(made.made_at) from entitlements.reservations made
             where made.made_at
                   < _late - make_interval(days => list_overdue_tables.reservations_kept_days)
               and made.tenant_id <> all (_away)
               and (made.status <> 'used' or made.period_starts_at > '-infinity')
            union all
            select 'run_app_users', min(ended.ended_at) from entitlements.runs ended
             where ended.ended_at
                   < _late - make_interval(days => list_overdue_tables.runs_kept_days)
               and ended.tenant_id <> all (_away) and exists (
                   select from entitlements.run_app_users listed
                    where listed.tenant_id = ended.tenant_id and listed.run_id = ended.run_id)
            union all
            select 'uses', (
                   select use.used_at from entitlements.uses use
                    where use.used_at
                          < _late - make_interval(days => list_overdue_tables.uses_kept_days)
                      and use.tenant_id <> all (_away)
                      and use.amount > 0 -- The condition of the index by age.
                      and not exists (
                          select from entitlements.limits pooled
                           where pooled.tenant_id = use.tenant_id
                             and pooled.limit_id = use.limit_id and pooled.is_pooled
                             and pooled.period is null and pooled.rolling_hours is null)
                    order by use.used_at
                    limit 1))
           as late (name, oldest)
     where late.oldest is not null
     order by late.name;
end
$$;
