-- Keeps one membership for ids that are about to be one app user, and ends the others.
--
-- Runs before the ids move, because the database refuses one app user in two households. The caller
-- has locked the households and the app users. Returns the app users whose memberships changed.
-- The membership that comes first by this order is kept:
-- 1. a household with other members in it;
-- 2. the household of the identified id;
-- 3. the earliest join.
-- If the app user owned a household that they leave, the longest-standing member becomes its owner,
-- unless the tenant's rule dissolves it. Of two memberships in one household one stays, with its
-- ownership.
-- Idempotent: if no app user has two memberships, nothing is written.
-- Locks: the reviews.

create function api.settle_memberships(app_user_ids text[], parts integer[]) returns uuid[]
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _owner_leaves constant text := replace(
        (api.household_rules()).owner_leaves, 'block', 'transfer');
    _lost record;
    _touched uuid[] := array[]::uuid[];
begin
    for _lost in
        select claim.*
          from (select member.household_id, member.member_id,
                       row_number() over claims as position,
                       first_value(member.household_id) over claims as kept_household_id,
                       first_value(member.member_id) over claims as kept_member_id
                  from unnest(settle_memberships.app_user_ids, settle_memberships.parts)
                       as placed (id, part)
                 cross join lateral api.memberships_under(placed.id) as member
                 where member.left_at is null
                window claims as (
                       partition by placed.part
                       order by (exists (
                                    select from entitlements.household_members other
                                     where other.tenant_id = _tenant_id
                                       and other.household_id = member.household_id
                                       and other.left_at is null
                                       and other.member_id <> member.member_id)) desc,
                                (exists (
                                    select from entitlements.app_user_ids own
                                     where own.tenant_id = _tenant_id
                                       and own.app_user_uuid = member.app_user_uuid
                                       and not own.is_anonymous)) desc,
                                member.joined_at, member.member_id)) as claim
         where claim.position > 1
    loop
        -- An owner of the household that is kept stays its owner.
        if _lost.household_id = _lost.kept_household_id and exists (
            select from entitlements.household_owners owner
             where owner.tenant_id = _tenant_id and owner.household_id = _lost.household_id
               and owner.member_id = _lost.member_id and owner.owned_until is null) then
            _touched := _touched || api.set_household_owner(
                _lost.household_id, _lost.kept_member_id, now());
        end if;
        _touched := _touched || api.depart_household(
            _lost.household_id, _lost.member_id, 'merged', _owner_leaves, now());
    end loop;
    return _touched;
end
$$;
