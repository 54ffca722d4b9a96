-- Returns the app users whose grant has an id that begins with a text.

create function api.found_grants(query text, maximum integer)
returns table (matched_by text, matched text, attribute text, app_user_id text)
language sql stable rows 10
begin atomic
    select 'grant_id', granted.grant_id::text, null::text, granted.app_user_id
      from api.ids_beginning_with(found_grants.query) as span
     cross join lateral (
           select one.grant_id, one.app_user_id from entitlements.grants one
            where one.tenant_id = entitlements.current_tenant_id()
              and one.grant_id >= span.first_id and one.grant_id <= span.last_id
            order by one.grant_id
            limit found_grants.maximum) as granted;
end;
