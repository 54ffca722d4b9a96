-- Returns the newest value of an attribute under any id of an app user; no row if it has none.
--
-- Inlined (plans: rule 6).

create function api.listed_attribute(app_user_uuid uuid, name text) returns table (value text)
language sql stable rows 1
begin atomic
    select stored.value
      from api.ids_of(listed_attribute.app_user_uuid) as own
     cross join lateral api.attribute_of(own.app_user_id, listed_attribute.name) as stored
     where stored.value is not null
     order by stored.updated_at desc
     limit 1;
end;
