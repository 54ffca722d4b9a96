-- Raises unless a grant ends soon enough for a support key.
--
-- The tenant file sets `support: max_grant_days`; without it a month is the most. What counts is
-- the end, so that grants which extend each other do not add up.
-- Null: expires_at.
-- Raises: grant_too_long 403.

create function api.require_supportable(expires_at timestamptz, as_of timestamptz) returns void
language plpgsql stable
as $$
declare
    _days constant integer := (
        select coalesce(tenant.support_max_grant_days, 31) from entitlements.tenants tenant
         where tenant.tenant_id = entitlements.current_tenant_id());
begin
    if coalesce(require_supportable.expires_at, 'infinity')
           > require_supportable.as_of + make_interval(hours => 24 * _days) then
        raise sqlstate 'PT403' using message = 'grant_too_long',
            detail = format('With a support key, a grant ends within %s days.', _days);
    end if;
end
$$;
