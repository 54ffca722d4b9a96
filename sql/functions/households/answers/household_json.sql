-- Returns a household in the form of the contract, so that all answers show it alike.
--
-- `shares` is what serves the household: each shared entitlement, its buyer and its end. `invites`
-- are those that can be redeemed, or whose app user waits for the owner to confirm.
-- Null if the household does not exist, or did not exist at that moment.

create function api.household_json(household_id uuid, as_of timestamptz) returns json
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := household_json.as_of;
begin
    return (
        select json_build_object(
                   'household_id', household.household_id,
                   'name', household.name,
                   'created_at', api.rfc3339(household.created_at),
                   'dissolved_at', case when household.dissolved_at <= _as_of
                                        then api.rfc3339(household.dissolved_at) end,
                   'owner_app_user_id', members.owner_app_user_id,
                   'seats', json_build_object(
                       'total', seats.seats,
                       'taken', members.number,
                       'free', greatest(seats.seats - members.number, 0)),
                   'members', members.answer,
                   'leaving', api.household_leaving_json(household, seats.seats, _as_of),
                   'shares', (
                       select coalesce(json_agg(
                                  json_build_object(
                                      'entitlement_id', share.entitlement_id,
                                      'app_user_id', share.app_user_id,
                                      'product_id', share.product_id,
                                      'store', share.store,
                                      'expires_at', case when isfinite(share.ends_at)
                                                         then api.rfc3339(share.ends_at) end,
                                      'will_renew', share.will_renew,
                                      'is_held', share.is_held)
                                  order by share.entitlement_id, share.ends_at desc,
                                           share.app_user_id), '[]')
                         from api.household_shares(
                                  household.household_id, 'production', _as_of) as share),
                   'invites', (
                       select coalesce(json_agg(
                                  json_build_object(
                                      'invite_id', invite.invite_id,
                                      'created_at', api.rfc3339(invite.created_at),
                                      'expires_at', api.rfc3339(invite.expires_at),
                                      'redeemed_by_app_user_id',
                                      case when invite.redeemed_at <= _as_of
                                           then invite.redeemed_by_app_user_id end)
                                  order by invite.created_at, invite.invite_id), '[]')
                         from entitlements.household_invites invite
                        where invite.tenant_id = _tenant_id
                          and invite.household_id = household.household_id
                          and invite.created_at <= _as_of
                          and coalesce(invite.revoked_at, 'infinity') > _as_of
                          and (invite.member_id is null or invite.redeemed_at > _as_of)
                          and (invite.expires_at > _as_of or invite.redeemed_at <= _as_of)))
          from entitlements.households household
         cross join lateral api.household_seats(household.household_id, _as_of) as seats
         cross join lateral (
               select count(*) as number,
                      min(member.app_user_id) filter (where member.role = 'owner')
                          as owner_app_user_id,
                      coalesce(json_agg(
                          json_build_object(
                              'app_user_id', member.app_user_id,
                              'role', member.role,
                              'joined_at', api.rfc3339(member.joined_at))
                          order by member.joined_at, member.seat), '[]'::json) as answer
                 from api.members_of_household(household.household_id, _as_of) as member)
               as members
         where household.tenant_id = _tenant_id
           and household.household_id = household_json.household_id
           and household.created_at <= _as_of);
end
$$;
