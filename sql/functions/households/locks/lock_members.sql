-- Locks the members of a household, and the purchases that they own or owned.
--
-- A webhook event locks the app user and the purchase before it queues a review of the household. A
-- change that ends memberships queues one too, so it takes these locks first. The caller has locked
-- the household. Former members whose access has not ended on devices are included.
-- Locks: the members by uuid → their purchases by id.

create function api.lock_members(household_id uuid) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    perform api.lock_owned_purchases(array(
        select distinct member.app_user_uuid from entitlements.household_members member
          left join lateral api.synced_member(member.member_id) as synced on true
         where member.tenant_id = _tenant_id and member.household_id = lock_members.household_id
           and (member.left_at is null or synced.id is not null)));
end
$$;
