-- Returns the events about an app user, under any of their ids, and when they were received.
--
-- Those are the events that became evidence, transfers from and to them, and those whose body names
-- them (see events_naming).

create function api.events_of_app_user(
    app_user_id text, received_from timestamptz, received_until timestamptz)
returns table (event_id text, received_at timestamptz)
language plpgsql stable rows 100
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := api.ids_of_app_user(events_of_app_user.app_user_id)
        || events_of_app_user.app_user_id;
begin
    return query
    select evidence.evidence_id, evidence.received_at from entitlements.evidence evidence
     where evidence.tenant_id = _tenant_id and evidence.app_user_id = any (_ids)
    union
    select side.evidence_id, evidence.received_at
      from entitlements.transfer_sides side
      join entitlements.evidence evidence
        on evidence.tenant_id = _tenant_id and evidence.evidence_id = side.evidence_id
     where side.tenant_id = _tenant_id and side.app_user_id = any (_ids)
    union
    select named.event_id, named.received_at
      from api.events_naming(
               _ids, events_of_app_user.received_from,
               events_of_app_user.received_until) as named;
end
$$;
