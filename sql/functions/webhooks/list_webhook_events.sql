-- Returns a page of a tenant's events, newest first, without bodies.
--
-- `app_user_id` is the first id that an event names, of a transfer one that it moves to; null if it
-- names none.
-- A filter that is null filters nothing. By status and type, see newest_events. Of an app user, see
-- events_of_app_user; of a transaction, see events_of_transaction. `before_received_at` and
-- `before_event_id` are those of the previous page's last row; both null for the first page.
-- Null: before_received_at, before_event_id, failure, due_at, app_user_id, with_status, with_type,
-- of_app_user_id, of_transaction_id, received_from, received_until.

create function api.list_webhook_events(
    with_status text, with_type text, of_app_user_id text, of_transaction_id text,
    received_from timestamptz, received_until timestamptz, page_limit integer,
    before_received_at timestamptz, before_event_id text)
returns table (
    event_id text, event_type text, received_at timestamptz, status text, failure text,
    attempts integer, due_at timestamptz, unread text[], app_user_id text)
language plpgsql stable rows 100
set plan_cache_mode = force_generic_plan
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _from constant timestamptz := coalesce(list_webhook_events.received_from, '-infinity');
    _until constant timestamptz := coalesce(list_webhook_events.received_until, 'infinity');
    _before constant timestamptz := coalesce(list_webhook_events.before_received_at, 'infinity');
    _before_event constant text := coalesce(list_webhook_events.before_event_id, '');
    _is_filtered constant boolean := list_webhook_events.with_status is not null
        or list_webhook_events.with_type is not null;
begin
    if list_webhook_events.of_app_user_id is null
       and list_webhook_events.of_transaction_id is null then
        return query
        select page.event_id, page.event_type, page.received_at, page.status, page.failure,
               page.attempts, page.due_at, coalesce(page.unread, '{}'), named.app_user_id
          from (select newest.*
                  from (select event.* -- In the order of the index, which lacks the id.
                          from entitlements.webhook_events event
                         where not _is_filtered and event.tenant_id = _tenant_id
                           and event.received_at >= _from and event.received_at < _until
                           and event.received_at <= _before
                           and (event.received_at < _before or event.event_id < _before_event)
                         order by event.received_at desc
                         fetch first (list_webhook_events.page_limit) rows with ties) as newest
                 union all
                select filtered.*
                  from api.newest_events(
                           list_webhook_events.with_status, list_webhook_events.with_type,
                           _from, _until, _before, _before_event,
                           list_webhook_events.page_limit) as filtered
                 where _is_filtered
                 order by received_at desc, event_id desc
                 limit list_webhook_events.page_limit) as page
         cross join lateral api.app_user_of_event(page.event_id, page.app_user_id) as named
         order by page.received_at desc, page.event_id desc;
    else
        return query
        select page.event_id, page.event_type, page.received_at, page.status, page.failure,
               page.attempts, page.due_at, coalesce(page.unread, '{}'), named.app_user_id
          from (select event.*
                  -- In the order of the page, so that no more events are read than it has.
                  from (select about.*
                          from api.events_about(
                                   list_webhook_events.of_app_user_id,
                                   list_webhook_events.of_transaction_id,
                                   _from, _until) as about
                         where (about.received_at, about.event_id) < (_before, _before_event)
                           and about.received_at >= _from and about.received_at < _until
                         order by about.received_at desc, about.event_id desc) as about
                 cross join lateral (
                       select one.* from entitlements.webhook_events one -- plans: rule 3
                        where one.tenant_id = _tenant_id and one.event_id = about.event_id
                       offset 0) as event
                 where coalesce(event.status = list_webhook_events.with_status, true)
                   and coalesce(event.event_type = list_webhook_events.with_type, true)
                 order by about.received_at desc, about.event_id desc
                 limit list_webhook_events.page_limit) as page
         cross join lateral api.app_user_of_event(page.event_id, page.app_user_id) as named
         order by page.received_at desc, page.event_id desc;
    end if;
end
$$;
