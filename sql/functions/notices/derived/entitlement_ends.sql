-- Returns when app users' access to each entitlement ends or ended, and with which source.
--
-- Sources that follow each other without a gap are one access. It ends with the last of them, and
-- never (infinity) with one that renews. Without access at the moment, it is the latest that ended.
-- `ending_since` is when evidence made this the end: by a purchase, a cancellation, a pause or a
-- move. `renewal_is_due` is whether the source would have renewed, and no evidence says more.

create function api.entitlement_ends(
    app_user_uuids uuid[], environment text, as_of timestamptz)
returns table (
    app_user_uuid uuid, entitlement_id text, implied_by text, is_active boolean,
    ends_at timestamptz, ending_since timestamptz, renewal_is_due boolean, reason text,
    source_kind text, purchase entitlements.purchases)
language sql stable rows 4
begin atomic
    with had as materialized (
        select usable.app_user_uuid, granted.entitlement_id, granted.implied_by,
               usable.household_id, usable.is_aliases, usable.is_held, usable.starts_at,
               usable.ends_at, usable.purchase, renewal.is_kept,
               case when renewal.is_kept and usable.ends_at > entitlement_ends.as_of
                    then 'infinity' else usable.ends_at end as covers_until
          from api.usable_purchases(
                   entitlement_ends.app_user_uuids, entitlement_ends.environment,
                   entitlement_ends.as_of, entitlement_ends.as_of < now()) as usable
         cross join lateral (
               select (usable.purchase).will_renew and not usable.is_held
                      and usable.ends_at >= (usable.purchase).access_ends_at)
               as renewal (is_kept)
         cross join lateral api.granted_entitlements(
                   (usable.purchase).product_id, (usable.purchase).entitlement_ids) as granted
         where usable.starts_at < usable.ends_at
           and (usable.household_id is null or granted.is_shared)
    ), run as (
        select distinct on (spanned.app_user_uuid, spanned.entitlement_id)
               spanned.app_user_uuid, spanned.entitlement_id, upper(one.span) as ends_at
          from (select had.app_user_uuid, had.entitlement_id,
                       range_agg(tstzrange(had.starts_at, had.covers_until)) as spans
                  from had
                 group by had.app_user_uuid, had.entitlement_id) as spanned
         cross join lateral unnest(spanned.spans) as one (span)
         where lower(one.span) <= entitlement_ends.as_of
         order by spanned.app_user_uuid, spanned.entitlement_id, lower(one.span) desc)
    select distinct on (run.app_user_uuid, run.entitlement_id)
           run.app_user_uuid, run.entitlement_id, had.implied_by,
           run.ends_at > entitlement_ends.as_of, run.ends_at,
           greatest(had.starts_at, bought.period_started_at, bought.cancelled_at,
                    bought.paused_at, bought.moved_at,
                    case when bought.store = 'hearth' then bought.folded_at end,
                    case when cut.is_cut and had.household_id is not null then (
                        select max(gone.left_at) from entitlements.household_members gone
                         where gone.tenant_id = entitlements.current_tenant_id()
                           and gone.household_id = had.household_id
                           and gone.app_user_uuid in (had.app_user_uuid, bought.owner_uuid)
                           and gone.left_at <= entitlement_ends.as_of) end),
           had.is_kept,
           case when cut.is_cut and (had.is_held or had.household_id is null) then 'transferred'
                when cut.is_cut then 'left_household'
                else api.ended_reason(bought.status_after_end, bought.end_reason) end,
           case when had.household_id is not null then 'household'
                when had.is_aliases then 'alias'
                when api.is_granted(bought.store) then 'grant'
                else 'own' end,
           had.purchase
      from run
      join had on had.app_user_uuid = run.app_user_uuid
              and had.entitlement_id = run.entitlement_id and had.covers_until = run.ends_at
     cross join lateral (select (had.purchase).*) as bought
     cross join lateral (select had.ends_at < bought.access_ends_at) as cut (is_cut)
     order by run.app_user_uuid, run.entitlement_id,
              bought.status_until_end = 'billing_issue' desc, had.household_id is not null,
              had.is_aliases, api.is_granted(bought.store), had.implied_by nulls first,
              bought.purchase_id;
end;
