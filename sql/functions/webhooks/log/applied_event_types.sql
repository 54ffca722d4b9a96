-- Returns the types of a tenant's applied events: one look at the index for each.

create function api.applied_event_types()
returns text[]
language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _types text[] := array[]::text[];
    _type text := '';
begin
    loop
        select event.event_type into _type
          from entitlements.webhook_events event
         where event.tenant_id = _tenant_id and event.status = 'applied'
           and event.event_type > _type
         order by event.event_type limit 1;
        exit when not found;
        _types := _types || _type;
    end loop;
    return _types;
end
$$;
