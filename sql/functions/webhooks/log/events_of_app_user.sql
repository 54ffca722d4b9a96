-- Returns the ids of the events about an app user, under any of their ids.
--
-- Those are the events that became evidence, transfers from and to them, and those whose body names
-- them (see events_naming).

create function api.events_of_app_user(
    app_user_id text, received_from timestamptz, received_until timestamptz)
returns text[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := api.ids_of_app_user(events_of_app_user.app_user_id)
        || events_of_app_user.app_user_id;
begin
    return array(
        select evidence.evidence_id from entitlements.evidence evidence
         where evidence.tenant_id = _tenant_id and evidence.app_user_id = any (_ids)
        union
        select side.evidence_id from entitlements.transfer_sides side
         where side.tenant_id = _tenant_id and side.app_user_id = any (_ids)
        union
        select named.event_id
          from api.events_naming(
                   _ids, events_of_app_user.received_from,
                   events_of_app_user.received_until) as named);
end
$$;
