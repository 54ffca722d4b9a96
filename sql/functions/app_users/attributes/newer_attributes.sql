-- Returns the attributes that events tell of their app users and that are newer than the kept ones.
--
-- Ordered, each once. An event repeats all attributes, so most are stored already: a caller that
-- gets none writes nothing.

create function api.newer_attributes(facts jsonb[])
returns setof entitlements.attributes
language sql stable rows 10
begin atomic
    select entitlements.current_tenant_id(), offered.app_user_id, offered.name, offered.value,
           offered.updated_at
      from (select distinct on (event.facts -> 'app_user_ids' ->> 0, attribute.name)
                   event.facts -> 'app_user_ids' ->> 0 as app_user_id, attribute.*
              from unnest(newer_attributes.facts) as event (facts)
             cross join lateral jsonb_to_recordset(event.facts -> 'attributes')
                   as attribute (name text, value text, updated_at timestamptz)
             order by event.facts -> 'app_user_ids' ->> 0, attribute.name,
                      attribute.updated_at desc) as offered
      left join lateral api.attribute_of(offered.app_user_id, offered.name) as kept on true
     where kept.updated_at is null or kept.updated_at < offered.updated_at
     order by offered.app_user_id collate "C", offered.name collate "C";
end;
