-- Returns the ids whose uses a pool counts, and from when until when.
--
-- These are the ids of the household's members and former members, each for the time as a member.
-- So a member who joins brings no uses, and one who leaves takes none. Exception: the first owner's
-- uses from before the household count too, so that a new household is no new allowance.
-- Spans of one id do not overlap, also if app users with two memberships have merged.
-- `app_user_ids` are the asking app user's own.

create function api.pool_spans(
    app_user_ids text[], household_id uuid, since timestamptz, until timestamptz)
returns table (
    app_user_id text, counted_from timestamptz, counted_until timestamptz, is_own boolean)
language plpgsql stable rows 8
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _founder_id uuid;
begin
    select owner.member_id into _founder_id
      from entitlements.household_owners owner
     where owner.tenant_id = _tenant_id and owner.household_id = pool_spans.household_id
     order by owner.owned_from
     limit 1;
    return query
    select own.app_user_id, lower(span.counted), upper(span.counted),
           own.app_user_id = any (pool_spans.app_user_ids)
      from (select member.app_user_uuid, range_agg(tstzrange(
                       case when member.member_id = _founder_id then '-infinity'
                            else member.joined_at end,
                       coalesce(member.left_at, 'infinity'))) as spans
              from entitlements.household_members member
             where member.tenant_id = _tenant_id
               and member.household_id = pool_spans.household_id
               and coalesce(member.left_at, 'infinity') > pool_spans.since
             group by member.app_user_uuid) as lived
     cross join lateral api.ids_of(lived.app_user_uuid) as own
     cross join lateral unnest(
           lived.spans
           * tstzmultirange(tstzrange(pool_spans.since, pool_spans.until)))
           as span (counted);
end
$$;
