-- Locks the failed ones of events that were not added, so that one caller retries each.
--
-- Events of a tenant are added unless they are there. So if none was added and none is there, there
-- is no tenant.
-- Locks: events by id.
-- Raises: tenant_not_found 404.

create function api.lock_failed_events(event_ids text[]) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if not exists (select from entitlements.tenants where tenant_id = _tenant_id) then
        raise sqlstate 'PT404' using message = 'tenant_not_found',
            detail = 'There is no tenant.';
    end if;
    perform from entitlements.webhook_events failed
      where failed.tenant_id = _tenant_id and failed.status = 'failed'
        and failed.event_id = any (lock_failed_events.event_ids)
      order by failed.event_id for no key update;
end
$$;
