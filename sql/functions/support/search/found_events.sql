-- Returns the webhook events whose id begins with one of some texts, at most a number for each.
--
-- They lead to the app user that they name, a transfer to both sides. An event may name an id that
-- no app user has.

create function api.found_events(texts text[], maximum integer)
returns table (matched_by text, matched text, attribute text, app_user_id text)
language sql stable rows 10
begin atomic
    select 'event_id', event.event_id, null::text, named.app_user_id
      from api.beginning_with(found_events.texts) as span
     cross join lateral (
           select one.event_id, one.app_user_id from entitlements.webhook_events one
            where one.tenant_id = entitlements.current_tenant_id()
              and one.event_id >= span.first_text collate "C"
              and one.event_id < span.last_text collate "C"
            order by one.event_id
            limit found_events.maximum) as event
     cross join lateral (
           select event.app_user_id where event.app_user_id is not null
            union
           select evidence.app_user_id from entitlements.evidence evidence
            where evidence.tenant_id = entitlements.current_tenant_id()
              and evidence.evidence_id = event.event_id and evidence.app_user_id is not null
            union
           select side.app_user_id from entitlements.transfer_sides side
            where side.tenant_id = entitlements.current_tenant_id()
              and side.evidence_id = event.event_id) as named;
end;
