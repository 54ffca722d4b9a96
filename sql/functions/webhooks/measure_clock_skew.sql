-- Returns how many seconds RevenueCat's clock is ahead of the database's, by what it told lately.
--
-- Called by the worker for its gauges, and by `hearth doctor`.
--
-- - `events`: the largest lead of the times of events. They arrive seconds late, so the clock is
--   ahead by that much at least.
-- - `answers`: the largest lead or lag of a tenant's latest answer. A lag of seconds is the time
--   that an answer takes.
--
-- What is a day ahead is a wrong time, and left out. Looks at the latest 50 events of each tenant,
-- and the latest answers about their app users, of the last day.
-- Null: events, answers.
-- security definer because it asks all tenants; it returns only two numbers. It sets each tenant in
-- turn, under row security.

create function api.measure_clock_skew()
returns table (events integer, answers integer)
language plpgsql volatile security definer rows 1
as $$
declare
    _away constant uuid[] := api.tenants_away();
    _day constant interval := interval '1 day';
    _tenant_id uuid; _event interval; _answer interval; _events interval; _answers interval;
begin
    for _tenant_id in
        select tenant.tenant_id from entitlements.tenants tenant
         where tenant.tenant_id <> all (_away)
    loop
        perform set_config('hearth.tenant_id', _tenant_id::text, true);
        select max(evidence.occurred_at - evidence.received_at),
               (array_agg(read.read_at - read.received_at order by read.received_at desc)
                    filter (where read.read_at < read.received_at + _day
                              and read.received_at < read.read_at + _day))[1]
          into _event, _answer
          from (select event.event_id from entitlements.webhook_events event
                 where event.tenant_id = _tenant_id and event.received_at > now() - _day
                 order by event.received_at desc
                 limit 50) as recent
         cross join lateral (
               select one.* from entitlements.evidence one
                where one.tenant_id = _tenant_id and one.evidence_id = recent.event_id
                  and one.occurred_at < one.received_at + _day
               offset 0) as evidence
          left join lateral (
               select one.read_at, one.received_at from entitlements.snapshots one
                where one.tenant_id = _tenant_id and one.app_user_id = evidence.app_user_id
                  and one.received_at > now() - _day
                order by one.read_at desc
                limit 1) as read on true;
        _events := greatest(_events, _event);
        _answers := case when abs(extract(epoch from _answer))
                              > coalesce(abs(extract(epoch from _answers)), -1)
                         then _answer else _answers end;
    end loop;
    perform set_config('hearth.tenant_id', '', true);
    return query select round(extract(epoch from _events))::integer,
                        round(extract(epoch from _answers))::integer;
end
$$;
