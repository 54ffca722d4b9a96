-- Returns how many households had how many members and payers at a moment.
--
-- A payer is a member who had paid access of their own then: no trial that was given, no grant, no
-- family share of a store. A purchase that lapsed and came back counts since it came back.

create function api.household_sizes(as_of timestamptz)
returns table (members bigint, payers bigint, households bigint)
language plpgsql stable rows 20
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select counted.members, counted.payers, count(*)
      from (select member.household_id, count(*) as members,
                   count(*) filter (where paying.is_payer) as payers
              from entitlements.household_members member
             cross join lateral (
                   select exists (
                       select from api.purchases_of_owner(member.app_user_uuid) as own
                        where own.environment = 'production' and not own.is_family_share
                          and not api.is_granted(own.store)
                          and own.access_starts_at <= household_sizes.as_of
                          and own.access_ends_at > household_sizes.as_of) as is_payer) as paying
             where member.tenant_id = _tenant_id
               and member.joined_at <= household_sizes.as_of
               and (member.left_at is null or member.left_at > household_sizes.as_of)
             group by member.household_id) as counted
     group by 1, 2;
end
$$;
