-- Returns the open invites of a household, without their codes.
--
-- An invite is open while it can be redeemed, or while its app user waits for the owner to confirm.

create function api.household_invites_json(household_id uuid, as_of timestamptz) returns json
language plpgsql stable
as $$
begin
    return (
        select coalesce(json_agg(
                   json_build_object(
                       'invite_id', invite.invite_id,
                       'created_at', api.rfc3339(invite.created_at),
                       'expires_at', api.rfc3339(invite.expires_at),
                       'redeemed_by_app_user_id',
                       case when invite.redeemed_at <= household_invites_json.as_of
                            then invite.redeemed_by_app_user_id end)
                   order by invite.created_at, invite.invite_id), '[]')
          from entitlements.household_invites invite
         where invite.tenant_id = entitlements.current_tenant_id()
           and invite.household_id = household_invites_json.household_id
           and invite.created_at <= household_invites_json.as_of
           and coalesce(invite.revoked_at, 'infinity') > household_invites_json.as_of
           and (invite.member_id is null or invite.redeemed_at > household_invites_json.as_of)
           and (invite.expires_at > household_invites_json.as_of
                or invite.redeemed_at <= household_invites_json.as_of));
end
$$;
