-- Returns every purchase that gives or gave app users access, and from when until when.
--
-- These are their own, those of aliased ids, those that moved away, and those that served their
-- household while they were members. No other function decides this. A past moment uses only what
-- was known then; now and later use everything known. After one of the two left, a household's
-- purchase is returned until listed_until.
-- Locks: none.

create function api.usable_purchases(
    app_user_uuids uuid[], environment text, as_of timestamptz)
returns table (
    app_user_uuid uuid, household_id uuid, source_app_user_id text, is_aliases boolean,
    is_held boolean,
    starts_at timestamptz, ends_at timestamptz, purchase_id uuid, product_id text, store text,
    entitlement_ids text[], period_type text, period_started_at timestamptz,
    status_until_end text, status_after_end text, will_renew boolean, access_ends_at timestamptz,
    expires_at timestamptz, grace_expires_at timestamptz, trial_ends_at timestamptz,
    end_reason text, listed_until timestamptz)
language sql stable security invoker rows 4
begin atomic
    select own.owner_uuid, null::uuid, own.owner_app_user_id, false, false, own.access_starts_at,
           own.access_ends_at, own.purchase_id, own.product_id, own.store, own.entitlement_ids,
           own.period_type, own.period_started_at, own.status_until_end, own.status_after_end,
           own.will_renew, own.access_ends_at, own.expires_at, own.grace_expires_at,
           own.trial_ends_at, own.end_reason, null::timestamptz
      from api.owned_purchases(
               usable_purchases.app_user_uuids, usable_purchases.environment,
               usable_purchases.as_of) as own
     union all
    select others.app_user_uuid, null::uuid, (others.purchase).owner_app_user_id, true, false,
           (others.purchase).access_starts_at, (others.purchase).access_ends_at,
           (others.purchase).purchase_id, (others.purchase).product_id, (others.purchase).store,
           (others.purchase).entitlement_ids, (others.purchase).period_type,
           (others.purchase).period_started_at, (others.purchase).status_until_end,
           (others.purchase).status_after_end, (others.purchase).will_renew,
           (others.purchase).access_ends_at, (others.purchase).expires_at,
           (others.purchase).grace_expires_at, (others.purchase).trial_ends_at,
           (others.purchase).end_reason, null
      from api.aliased_purchases(
               usable_purchases.app_user_uuids, usable_purchases.environment,
               usable_purchases.as_of) as others
     union all
    select lost.previous_owner_uuid, null::uuid, lost.previous_owner_app_user_id, false, false,
           lost.access_starts_at, lost.moved_at, lost.purchase_id, lost.product_id, lost.store,
           lost.entitlement_ids, lost.period_type, lost.period_started_at, lost.status_until_end,
           lost.status_after_end, lost.will_renew, lost.access_ends_at, lost.expires_at,
           lost.grace_expires_at, lost.trial_ends_at, lost.end_reason, null
      from api.lost_purchases(
               usable_purchases.app_user_uuids, usable_purchases.environment,
               usable_purchases.as_of) as lost
     union all
    select member.app_user_uuid, member.household_id, shared.sharer_app_user_id, false,
           shared.is_held,
           served.starts_at, served.ends_at, shared.purchase_id, shared.product_id, shared.store,
           shared.entitlement_ids, shared.period_type, shared.period_started_at,
           shared.status_until_end, shared.status_after_end, shared.will_renew,
           shared.access_ends_at, shared.expires_at, shared.grace_expires_at,
           shared.trial_ends_at, shared.end_reason, served.listed_until
      from (select array_agg(distinct living.household_id)
              from entitlements.household_members living
             where living.tenant_id = entitlements.current_tenant_id()
               and living.app_user_uuid = any (usable_purchases.app_user_uuids)) as homes (ids)
     cross join lateral (select api.known_until(usable_purchases.as_of)) as known (until)
     cross join lateral api.shared_purchases(
               homes.ids, usable_purchases.environment, usable_purchases.as_of) as shared
      join entitlements.household_members member
        on member.tenant_id = entitlements.current_tenant_id()
       and member.household_id = shared.household_id
       and member.app_user_uuid = any (usable_purchases.app_user_uuids)
     cross join lateral (
           select case when member.left_at <= known.until then member.access_ends_at end)
           as mine (ends_at)
     cross join lateral (
           select greatest(shared.starts_at, member.joined_at), least(shared.ends_at, mine.ends_at),
                  least(shared.serves_until, mine.ends_at) + api.departure_listing())
           as served (starts_at, ends_at, listed_until)
     where member.joined_at <= known.until
       and (shared.is_held or shared.sharer_uuid <> member.app_user_uuid)
       and served.starts_at < served.ends_at
       and usable_purchases.as_of < served.listed_until;
end;
