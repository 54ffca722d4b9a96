-- Returns the attributes that are not kept yet, ordered, up to a number for each app user id.
--
-- Those of an id that no app user has are left out.

create function api.new_attributes(offered entitlements.attributes[], maximum integer)
returns setof entitlements.attributes
language sql stable rows 10
begin atomic
    select (fresh.attribute).*
      from (select attribute, row_number() over (
                       partition by attribute.app_user_id
                       order by attribute.name collate "C") as number
              from unnest(new_attributes.offered) as attribute
              left join lateral api.attribute_of(attribute.app_user_id, attribute.name) as kept
                on true
             where kept.updated_at is null) as fresh
     cross join lateral api.app_user_of((fresh.attribute).app_user_id) as present
     cross join lateral (
           select count(*) as count from entitlements.attributes one
            where one.tenant_id = entitlements.current_tenant_id()
              and one.app_user_id = (fresh.attribute).app_user_id
           offset 0) as kept
     where kept.count + fresh.number <= new_attributes.maximum
     order by (fresh.attribute).app_user_id collate "C", (fresh.attribute).name collate "C";
end;
