-- Returns whether an app user redeemed an invite and still waits or is a member because of it.
--
-- Locks: none; the caller has locked the household.

create function api.is_redeemed_by(invite entitlements.household_invites, app_user_uuid uuid)
returns boolean
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return exists (
        select from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id
           and known.app_user_id = invite.redeemed_by_app_user_id
           and known.app_user_uuid = is_redeemed_by.app_user_uuid)
       and (invite.member_id is null or exists (
        select from entitlements.household_members member
         where member.tenant_id = _tenant_id
           and member.household_id = invite.household_id
           and member.member_id = invite.member_id and member.left_at is null));
end
$$;
