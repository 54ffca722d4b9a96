-- Raises if an app user left another household too recently.
--
-- All ids of the app user count, so a new id does not reset the cool-down. It does not apply to:
-- - a return to the same household;
-- - a member who was put out because seats were lost;
-- - a membership that ended in a merge of app users;
-- - a member whose household its owner dissolved (it does apply to that owner).
-- Locks: none; the caller has locked the household and the app user.
-- Raises: cooldown 409, with retry_at.

create function api.require_no_cooldown(
    household_id uuid, app_user_uuid uuid, as_of timestamptz)
returns void
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _retry_at timestamptz;
begin
    select max(member.left_at)
           + make_interval(days => (api.household_rules()).switch_cooldown_days)
      into _retry_at
      from entitlements.household_members member
     where member.tenant_id = _tenant_id
       and member.app_user_uuid = require_no_cooldown.app_user_uuid
       and member.household_id <> require_no_cooldown.household_id
       and (member.left_because in ('left', 'removed')
            or (member.left_because = 'dissolved' and exists (
                select from entitlements.household_owners owner
                 where owner.tenant_id = _tenant_id
                   and owner.household_id = member.household_id
                   and owner.member_id = member.member_id
                   and owner.owned_until = member.left_at)));
    if _retry_at > require_no_cooldown.as_of then
        raise sqlstate 'PT409' using message = 'cooldown',
            detail = 'This app user left another household too recently.',
            hint = json_build_object('retry_at', api.rfc3339(_retry_at));
    end if;
end
$$;
