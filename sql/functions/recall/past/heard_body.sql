-- Returns what evidence says of the names in the body of an event, as JSON in bytes.
--
-- It stands for a body that was dropped: a search for an app user or a transaction finds it.

create function api.heard_body(event_id text) returns bytea
language plpgsql stable
as $$
begin
    return coalesce(convert_to((
        select json_build_object(
                   'environment', upper(evidence.environment),
                   'ids', array[
                       evidence.app_user_id, evidence.transaction_id,
                       evidence.original_transaction_id] || array(
                       select side.app_user_id from entitlements.transfer_sides side
                        where side.tenant_id = entitlements.current_tenant_id()
                          and side.evidence_id = evidence.evidence_id))::text
          from entitlements.evidence evidence
         where evidence.tenant_id = entitlements.current_tenant_id()
           and evidence.evidence_id = heard_body.event_id), 'UTF8'), bytea '{}');
end
$$;
