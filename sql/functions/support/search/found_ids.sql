-- Returns the app user ids that begin with one of some texts, at most a number for each text.
--
-- Also anonymous ids without what all of them begin with.

create function api.found_ids(texts text[], maximum integer)
returns table (matched_by text, matched text, attribute text, app_user_id text)
language sql stable rows 10
begin atomic
    select 'app_user_id', own.app_user_id, null::text, own.app_user_id
      from api.beginning_with(
               found_ids.texts || array(
                   select '$RCAnonymousID:' || named.text
                     from unnest(found_ids.texts) as named (text))) as span
     cross join lateral (
           select one.app_user_id from entitlements.app_user_ids one
            where one.tenant_id = entitlements.current_tenant_id()
              and one.app_user_id >= span.first_text collate "C"
              and one.app_user_id < span.last_text collate "C"
            order by one.app_user_id
            limit found_ids.maximum) as own;
end;
