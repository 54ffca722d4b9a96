-- Takes erased ids out of an event that came after the erasure, and stores what is left of it.
--
-- security definer because hearth_server may not delete what events name.
-- Idempotent: an id that was taken out is not found again.
-- Locks: the event, which the caller has locked.

create function api.leave_out(event_id text, app_user_ids text[], facts jsonb) returns void
language plpgsql volatile security definer
as $$
begin
    delete from entitlements.named_by_events mention
     where mention.tenant_id = entitlements.current_tenant_id()
       and mention.event_id = leave_out.event_id and mention.text = any (leave_out.app_user_ids);
    update entitlements.webhook_events event
       set body = api.body_without(
               event.body, leave_out.app_user_ids,
               array(select 'erased-' || gen_random_uuid()
                       from unnest(leave_out.app_user_ids)), true, false),
           status = case when event.status = 'applied' and leave_out.facts ->> 'kind' = 'unknown'
                         then 'stored' else event.status end,
           app_user_id = case when event.app_user_id <> all (leave_out.app_user_ids)
                              then event.app_user_id end,
           unread = array(select jsonb_array_elements_text(leave_out.facts -> 'unread'))
     where event.tenant_id = entitlements.current_tenant_id()
       and event.event_id = leave_out.event_id;
end
$$;
