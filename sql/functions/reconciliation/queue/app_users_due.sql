-- Lists the app users due for a snapshot, highest risk first, with the id to ask about.

create function api.app_users_due(as_of timestamptz, maximum integer)
returns table (app_user_id text, risk smallint)
language plpgsql stable rows 1000
as $$
begin
    return query
    select asked.app_user_id, min(due.risk)::smallint
      from api.app_users_at_risk(app_users_due.as_of, app_users_due.maximum) as due
      join entitlements.app_users app_user
        on app_user.tenant_id = entitlements.current_tenant_id()
       and app_user.app_user_uuid = due.app_user_uuid
     cross join lateral api.app_user_id_to_read(due.app_user_uuid) as asked (app_user_id)
     where coalesce(app_user.confirmed_at, '-infinity') < due.confirmed_before
       and asked.app_user_id is not null
     group by asked.app_user_id
     order by min(due.risk), min(app_user.confirmed_at) nulls first, asked.app_user_id
     limit app_users_due.maximum;
end
$$;
