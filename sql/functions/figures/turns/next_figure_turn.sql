-- Returns the turn of the tenant that waits longest for its figures; null if none is due.
--
-- Turns that are due without need are put off by a minute: no webhook came since, and no hour is
-- over, or the tenant's file says `figures: false`.
-- Called by a door of all tenants.
-- Locks: none; the caller has locked the pace.

create function api.next_figure_turn(as_of timestamptz) returns entitlements.figure_turns
language plpgsql volatile
as $$
declare
    _at_once constant integer := 32;
    _away constant uuid[] := api.tenants_away();
    _found record;
begin
    insert into entitlements.figure_turns (tenant_id, due_at)
    select tenant.tenant_id, as_of from entitlements.tenants tenant
     where tenant.tenant_id <> all (_away) and not exists (
           select from entitlements.figure_turns turn where turn.tenant_id = tenant.tenant_id);
    loop
        with due as materialized (
            select turn as waiting, tenant.definition -> 'figures' = 'false' as is_off
              from entitlements.figure_turns turn
              join entitlements.tenants tenant using (tenant_id)
             where turn.due_at <= as_of and turn.tenant_id <> all (_away)
             order by turn.due_at limit _at_once
        ),
        judged as materialized (
            select due.waiting, due.is_off is not true and (
                       computed.buckets < 16 or computed.oldest_at <= as_of - interval '1 hour'
                       or exists (
                           select from entitlements.webhook_events event
                            where event.tenant_id = (due.waiting).tenant_id
                              and event.received_at > computed.oldest_at - interval '1 minute'))
                       as has_news
              from due
             cross join lateral (
                   select count(*) as buckets, min(stored.computed_at) as oldest_at
                     from entitlements.figure_buckets stored
                    where stored.tenant_id = (due.waiting).tenant_id) as computed
        ),
        put_off as (
            update entitlements.figure_turns turn set due_at = as_of + interval '1 minute'
              from judged
             where turn.tenant_id = (judged.waiting).tenant_id and not judged.has_news
            returning 1
        )
        select (array_agg(judged.waiting order by (judged.waiting).due_at)
                    filter (where judged.has_news))[1] as turn,
               (select count(*) from put_off) as put_off
          into _found from judged;
        exit when _found.turn is not null or _found.put_off < _at_once;
    end loop;
    return _found.turn;
end
$$;
