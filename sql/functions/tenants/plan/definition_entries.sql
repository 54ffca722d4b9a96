-- Returns the entries of a definition: each element of a list, and each setting.
--
-- An element is named by its id, issuer or campaign, and a setting by its name; settings outside of
-- a section belong to the section `tenant`.

create function api.definition_entries(definition jsonb)
returns table (section text, id text, value jsonb)
language plpgsql immutable rows 50
as $$
begin
    return query
    with sections as (
        select top.key, top.value from jsonb_each(definition_entries.definition) as top
    ), settings as (
        select sections.key as section, inner_setting.key as id, inner_setting.value
          from sections, jsonb_each(sections.value) as inner_setting
         where jsonb_typeof(sections.value) = 'object'
         union all
        select 'tenant', sections.key, sections.value from sections
         where jsonb_typeof(sections.value) not in ('object', 'array')
    ), lists as (
        select sections.key as section, sections.value from sections
         where jsonb_typeof(sections.value) = 'array'
         union all
        select settings.section || '.' || settings.id, settings.value from settings
         where jsonb_typeof(settings.value) = 'array'
           and jsonb_typeof(settings.value -> 0) = 'object'
    )
    select lists.section,
           coalesce(element ->> 'id', element ->> 'issuer', element ->> 'campaign_id'), element
      from lists, jsonb_array_elements(lists.value) as element
     union all
    select settings.section, settings.id, settings.value from settings
     where jsonb_typeof(settings.value) <> 'array'
        or coalesce(jsonb_typeof(settings.value -> 0) <> 'object', false);
end
$$;
