-- Returns a page of people, newest first, that match a filter; see list_app_users.
--
-- Null: after_moment, after_id, answer.

create function api.listed_by_creation(
    environment text, filter jsonb, after_moment timestamptz, after_id uuid, page_limit integer,
    rows_maximum integer)
returns table (answer json, place_moment timestamptz, place_id uuid)
language plpgsql stable rows 100
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _moment constant timestamptz := coalesce(listed_by_creation.after_moment, 'infinity');
    _id constant uuid := coalesce(
        listed_by_creation.after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    _number bigint;
begin
    return query
    select listed.answer, newest.created_at, newest.app_user_uuid
      from (select app_user.app_user_uuid, app_user.created_at
              from entitlements.app_users app_user
             where app_user.tenant_id = _tenant_id
               and (app_user.created_at, app_user.app_user_uuid) < (_moment, _id)
             order by app_user.created_at desc, app_user.app_user_uuid desc
             limit listed_by_creation.rows_maximum) as newest
     cross join lateral api.listed_app_user(
               newest.app_user_uuid, listed_by_creation.environment, listed_by_creation.filter,
               null, null, null, null) as listed
     order by newest.created_at desc, newest.app_user_uuid desc
     limit listed_by_creation.page_limit;
    get diagnostics _number = row_count;
    return query
    select null::json, app_user.created_at, app_user.app_user_uuid
      from entitlements.app_users app_user
     where _number < listed_by_creation.page_limit and app_user.tenant_id = _tenant_id
       and (app_user.created_at, app_user.app_user_uuid) < (_moment, _id)
     order by app_user.created_at desc, app_user.app_user_uuid desc
    offset listed_by_creation.rows_maximum - 1 limit 1;
end
$$;
