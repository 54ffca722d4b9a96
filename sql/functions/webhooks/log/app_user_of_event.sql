-- Returns the app user id that an event names first, as it is stored now; null if it names none.
--
-- `stored_id` is that of an event that may be no evidence. Of a transfer, it is an id that it moves
-- to. Inlined (plans: rule 6).

create function api.app_user_of_event(event_id text, stored_id text)
returns table (app_user_id text)
language sql stable rows 1
begin atomic
    select coalesce(
               app_user_of_event.stored_id, (
               select coalesce(evidence.app_user_id, evidence.transferred_to_app_user_id)
                 from entitlements.evidence evidence
                where evidence.tenant_id = entitlements.current_tenant_id()
                  and evidence.evidence_id = app_user_of_event.event_id));
end;
