-- Applies what one event says: who is one person, what was bought, what moved.
--
-- internal: called by receive_webhook_event.
-- `facts` is the event as the one parser normalised it; its keys are the columns of
-- entitlements.evidence, and app_user_ids, transferred_from and transferred_to beside them.
-- Locks: tenant (rarely) → app users by uuid → purchases by id.
-- Raises: evidence_incomplete 422.

create function api.apply_evidence(evidence_id text, facts jsonb, received_at timestamptz)
returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _told entitlements.evidence := jsonb_populate_record(null::entitlements.evidence, facts);
    _ids constant text[] := array(
        select id from jsonb_array_elements_text(facts -> 'app_user_ids') as named (id));
begin
    _told.tenant_id := entitlements.current_tenant_id();
    _told.evidence_id := apply_evidence.evidence_id;
    _told.received_at := apply_evidence.received_at;
    _told.occurred_at := coalesce(_told.occurred_at, apply_evidence.received_at);
    _told.store := coalesce(_told.store, 'unknown');

    if cardinality(_ids) > 0 then
        perform api.join_app_user_ids(
            _ids, least(_told.occurred_at, _told.received_at), _told.evidence_id);
    end if;
    if _told.kind = 'transfer' then
        perform api.apply_transfer(
            _told,
            array(select jsonb_array_elements_text(facts -> 'transferred_from')),
            array(select jsonb_array_elements_text(facts -> 'transferred_to')));
    elsif _told.kind not in ('alias', 'informative', 'test') then
        perform api.apply_purchase_evidence(_told);
    end if;
end
$$;

grant execute on function api.apply_evidence(text, jsonb, timestamptz) to hearth_server;
comment on function api.apply_evidence(text, jsonb, timestamptz) is
    'Applies what one event says: who is one person, what was bought, what moved.';
