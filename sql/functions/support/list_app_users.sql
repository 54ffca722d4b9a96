-- Returns a page of people with what they may do, in the order of an index.
--
-- Called with a support key or more. `sort` is `newest`, `end` or `change`: see listed_by_creation,
-- listed_by_end, listed_by_change. A filter that is null filters nothing: see listed_app_user. The
-- arguments that begin with `after` are those of the previous page's last row.
-- A page looks at `page_rows_maximum` rows of the index at most. If it looked at so many and is not
-- full, its last row has no answer: the next page goes on after it.
-- Null: with_kind, with_plan, with_entitlement_id, with_status, with_product_id, with_store,
-- with_source, with_renewal, with_household, ends_after, ends_before, changed_since, after_moment,
-- after_id, after_number, after_first_number, answer, place_moment, place_id, place_number,
-- first_number.

create function api.list_app_users(
    sort text, environment text, with_kind text, with_plan text, with_entitlement_id text,
    with_status text, with_product_id text, with_store text, with_source text,
    with_renewal boolean, with_household boolean, ends_after timestamptz, ends_before timestamptz,
    changed_since timestamptz, page_limit integer, after_moment timestamptz, after_id uuid,
    after_number bigint, after_first_number bigint, as_of timestamptz default null)
returns table (
    answer json, place_moment timestamptz, place_id uuid, place_number bigint, first_number bigint)
language plpgsql stable rows 100
set plan_cache_mode = force_generic_plan
as $$
declare
    _filter constant jsonb := jsonb_strip_nulls(jsonb_build_object(
        'kind', list_app_users.with_kind, 'plan', list_app_users.with_plan,
        'entitlement_id', list_app_users.with_entitlement_id,
        'status', list_app_users.with_status, 'product_id', list_app_users.with_product_id,
        'store', list_app_users.with_store, 'source', list_app_users.with_source,
        'will_renew', list_app_users.with_renewal, 'household', list_app_users.with_household));
    _page_rows_maximum constant integer := 500;
begin
    if list_app_users.sort = 'end' then
        return query
        select listed.answer, listed.place_moment, listed.place_id, null::bigint, null::bigint
          from api.listed_by_end(
                   list_app_users.environment, _filter,
                   coalesce(list_app_users.ends_after, list_app_users.as_of, now()),
                   coalesce(list_app_users.ends_before, 'infinity'), list_app_users.after_moment,
                   list_app_users.after_id, list_app_users.page_limit, _page_rows_maximum)
               as listed;
    elsif list_app_users.sort = 'change' then
        return query
        select listed.answer, null::timestamptz, null::uuid, listed.place_number,
               listed.first_number
          from api.listed_by_change(
                   list_app_users.environment, _filter, list_app_users.changed_since,
                   list_app_users.after_number, list_app_users.after_first_number,
                   list_app_users.page_limit, _page_rows_maximum) as listed;
    else
        return query
        select listed.answer, listed.place_moment, listed.place_id, null::bigint, null::bigint
          from api.listed_by_creation(
                   list_app_users.environment, _filter, list_app_users.after_moment,
                   list_app_users.after_id, list_app_users.page_limit, _page_rows_maximum)
               as listed;
    end if;
end
$$;
