-- Finds the app users that a text leads to: an id, attribute, transaction, event, household, code.
--
-- Called with a support key or more. Of ids, transactions and events the beginning is enough. Of
-- attributes and of ids with separators, the beginning of a word is. `code_digests` are those of
-- the text as an invite's code, and as a promotional or referral code. Whole matches stand first.
-- An app user stands once for each way in which the text leads there. `has_more` says that a longer
-- text finds fewer. Erased app users are not found.

create function api.find_app_users(
    query text, code_digests bytea[], page_limit integer, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
set plan_cache_mode = force_generic_plan
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    -- What each place is asked for: the same app user may be found several times.
    _maximum constant integer := find_app_users.page_limit * 4 + 1;
    _texts constant text[] := array[
        find_app_users.query, lower(find_app_users.query), upper(find_app_users.query)];
begin
    return query
    with found as materialized (
        select match.* from api.found_ids(_texts, _maximum) as match
         union all
        select match.* from api.found_words(lower(find_app_users.query), _maximum) as match
         union all
        select match.* from api.found_transactions(_texts, _maximum) as match
         union all
        select match.* from api.found_events(_texts, _maximum) as match
         union all
        select match.* from api.found_purchases(find_app_users.query, _maximum) as match
         union all
        select match.* from api.found_households(
                   find_app_users.query, find_app_users.code_digests, _maximum) as match
         union all
        select match.* from api.found_in_wings(
                   find_app_users.query, find_app_users.code_digests, _maximum) as match
    ), led as (
        select distinct on (coalesce(known.app_user_uuid::text, found.app_user_id),
                            found.matched_by, found.attribute)
               coalesce(shown.app_user_id, found.app_user_id) as app_user_id,
               case when shown.is_anonymous then 'anonymous'
                    when shown.app_user_id is not null then 'identified' end as kind,
               found.matched_by, found.matched, found.attribute,
               lower(found.matched) = lower(find_app_users.query) as is_whole
          from found
          left join lateral (
               select own.app_user_uuid, app_user.erased_at from entitlements.app_user_ids own
                 join entitlements.app_users app_user
                   on app_user.tenant_id = _tenant_id
                  and app_user.app_user_uuid = own.app_user_uuid
                where own.tenant_id = _tenant_id and own.app_user_id = found.app_user_id
               offset 0) as known on true
          left join lateral ( -- As shown_id, with the kind of the id.
               select own.app_user_id, own.is_anonymous from entitlements.app_user_ids own
                where own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
                order by own.is_anonymous, own.created_at, own.app_user_id
                limit 1) as shown on true
         where known.erased_at is null and not entitlements.is_erased_name(found.app_user_id)
         order by coalesce(known.app_user_uuid::text, found.app_user_id), found.matched_by,
                  found.attribute, lower(found.matched) = lower(find_app_users.query) desc,
                  found.matched collate "C"
    ), listed as (
        select led.* from led
         order by led.is_whole desc, led.matched_by, led.matched collate "C",
                  led.app_user_id collate "C"
         limit find_app_users.page_limit)
    select coalesce(find_app_users.as_of, now()),
           json_build_object(
               'data', coalesce(json_agg(json_build_object(
                   'app_user_id', listed.app_user_id, 'kind', listed.kind,
                   'matched_by', listed.matched_by, 'matched', listed.matched,
                   'attribute', listed.attribute)), '[]'),
               'has_more', (select count(*) from led) > find_app_users.page_limit
                   or exists (select from found group by found.matched_by
                              having count(*) >= _maximum))
      from listed;
end
$$;
