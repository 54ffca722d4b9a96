-- Judges the redemptions of app users again whose ids changed, and returns what changed.
--
-- After a merge one app user may have redeemed more often than `per_app_user`, or have bought
-- before. What such a redemption gave is taken back, the latest first; undoing the merge gives it
-- back until its end. The campaign's present conditions count.
-- Idempotent: the same ids give the same redemptions.
-- Locks: the redemptions → purchases by id; the caller has locked the app users.

create function api.settle_redemptions(app_user_uuids uuid[]) returns entitlements.changes
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _void uuid[];
    _right uuid[];
begin
    select coalesce(array_agg(judged.redemption_id)
                        filter (where judged.is_own and judged.is_void
                                  and judged.revoked_at is null), '{}'),
           coalesce(array_agg(judged.redemption_id)
                        filter (where judged.is_own and not judged.is_void
                                  and judged.revoked_because = 'merged'), '{}')
      into _void, _right
      from (select redeemed.redemption_id, redeemed.revoked_at, redeemed.revoked_because,
                   -- Those of an erased app user with one of the ids count, and stay.
                   own.app_user_uuid = moved.app_user_uuid as is_own,
                   row_number() over (
                       partition by moved.app_user_uuid, redeemed.campaign_id
                       order by redeemed.redeemed_at, redeemed.redemption_id)
                       > campaign.per_app_user
                   or (campaign.only_new is not null and not api.is_new(
                       counted.ids, campaign.only_new, redeemed.redeemed_at))
                   or (campaign.without_subscription and api.has_subscription(
                       moved.app_user_uuid, redeemed.redeemed_at)) as is_void
              from (select distinct unnest(settle_redemptions.app_user_uuids))
                   as moved (app_user_uuid)
             cross join lateral (
                   select api.counted_app_user_ids(api.shown_app_user_id(moved.app_user_uuid)))
                   as counted (ids)
              join entitlements.code_redemptions redeemed
                on redeemed.tenant_id = _tenant_id and redeemed.app_user_id = any (counted.ids)
              join entitlements.app_user_ids own
                on own.tenant_id = _tenant_id and own.app_user_id = redeemed.app_user_id
              join entitlements.code_campaigns campaign
                on campaign.tenant_id = _tenant_id
               and campaign.campaign_id = redeemed.campaign_id) as judged;
    return api.all_changes(
        api.take_back_redemptions(_void, 'merged', 'merge', 'The ids are one app user.', now()),
        api.give_back_redemptions(_right, now()));
end
$$;
