-- Raises if too many app users joined a household within 30 days.
--
-- The limit stops app users from passing seats around. The founder does not count.
-- Locks: none; the caller has locked the household.
-- Raises: cooldown 409, with retry_at.

create function api.require_joins_left(household_id uuid, as_of timestamptz) returns void
language plpgsql stable
as $$
declare
    _joins constant integer := (api.household_rules()).joins_per_30_days;
    _retry_at timestamptz;
begin
    -- This join must be 30 days old before another is allowed.
    select member.joined_at + interval '30 days' into _retry_at
      from entitlements.household_invites invite
      join entitlements.household_members member
        on member.tenant_id = invite.tenant_id and member.household_id = invite.household_id
       and member.member_id = invite.member_id
     where invite.tenant_id = entitlements.current_tenant_id()
       and invite.household_id = require_joins_left.household_id
     order by member.joined_at desc
    offset _joins - 1
     limit 1;
    if _retry_at > require_joins_left.as_of then
        raise sqlstate 'PT409' using message = 'cooldown',
            detail = 'Too many people joined this household within 30 days.',
            hint = json_build_object('retry_at', api.rfc3339(_retry_at));
    end if;
end
$$;
