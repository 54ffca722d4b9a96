-- Returns the members of households, and the redeemers of invites, that an id or a code leads to.
--
-- A household leads to its members of today, or of its end. An invite leads to the one who redeemed
-- it, else to the members of its household.

create function api.found_households(query text, code_digests bytea[], maximum integer)
returns table (matched_by text, matched text, attribute text, app_user_id text)
language sql stable rows 10
begin atomic
    with invite as (
        select 'invite_id' as matched_by, one.* from api.ids_beginning_with(found_households.query)
               as span
         cross join lateral (
               select sent.* from entitlements.household_invites sent
                where sent.tenant_id = entitlements.current_tenant_id()
                  and sent.invite_id >= span.first_id and sent.invite_id <= span.last_id
                order by sent.invite_id
                limit found_households.maximum) as one
         union all
        select 'invite_code', one.* from unnest(found_households.code_digests) as named (digest)
         cross join lateral (
               select sent.* from entitlements.household_invites sent
                where sent.tenant_id = entitlements.current_tenant_id()
                  and sent.code_digest = named.digest
               offset 0) as one
    ), home as (
        select 'household_id' as matched_by, one.household_id::text as matched, one.household_id
          from api.ids_beginning_with(found_households.query) as span
         cross join lateral (
               select house.household_id from entitlements.households house
                where house.tenant_id = entitlements.current_tenant_id()
                  and house.household_id >= span.first_id and house.household_id <= span.last_id
                order by house.household_id
                limit found_households.maximum) as one
         union all
        select invite.matched_by, invite.invite_id::text, invite.household_id
          from invite where invite.redeemed_by_app_user_id is null
    )
    select home.matched_by, home.matched, null::text, member.app_user_id
      from home
     cross join lateral (
           select one.app_user_id from entitlements.household_members one
             join entitlements.households house
               on house.tenant_id = entitlements.current_tenant_id()
              and house.household_id = one.household_id
            where one.tenant_id = entitlements.current_tenant_id()
              and one.household_id = home.household_id
              and (one.left_at is null or one.left_at = house.dissolved_at)
           offset 0) as member
     union all
    select invite.matched_by, invite.invite_id::text, null::text, invite.redeemed_by_app_user_id
      from invite where invite.redeemed_by_app_user_id is not null;
end;
