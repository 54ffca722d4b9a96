-- Returns the body of an event without ids that were erased; `{}` if it is of no other app user.
--
-- An event is of the app users whose ids stand as values in its fields for ids. `ids` are replaced
-- by `names` there, in attributes, and in every string of an event that was not understood. Ids
-- that no app user has are the erased app user's where they stand beside one of `ids`, and go.
-- Attributes of the erased app user go with them. A body that names none of `ids` stays as it came;
-- so does one that cannot be read, unless `is_theirs`.

create function api.body_without(
    body bytea, ids text[], names text[], is_understood boolean, is_theirs boolean)
returns bytea
language plpgsql stable
as $$
declare
    _event constant jsonb := entitlements.event_of_body(body_without.body);
    _named record;
    _ids text[]; _names text[]; _written jsonb;
begin
    if _event is null then
        return case when is_theirs then bytea '{}' else body_without.body end;
    end if;
    select count(*) > 0 as has_ids, coalesce(bool_or(mention.is_erased), false) as is_of_erased,
           coalesce(bool_or(mention.is_other), false) as is_of_others,
           coalesce(array_agg(distinct mention.id) filter (
               where mention.is_of_erased and not mention.is_beside_others
                 and not mention.is_erased), '{}') as lost,
           coalesce(bool_or(mention.is_of_erased) filter (where mention.is_subject), false)
               and not coalesce(bool_or(mention.is_other) filter (where mention.is_subject), false)
               as has_their_attributes
      into strict _named
      from (select one.*, one.side = case when bool_or(one.side = 'subject') over ()
                                              then 'subject' else 'to' end as is_subject,
                   bool_or(one.is_present) over (partition by one.side) as is_beside_others,
                   case when one.is_of_erased then one.is_present
                        else not entitlements.is_erased_name(one.id) end as is_other
              from (select named.*, named.id = any (body_without.ids) as is_erased,
                           bool_or(named.id = any (body_without.ids))
                               over (partition by named.side) as is_of_erased,
                           exists (
                               select from entitlements.app_user_ids known
                                where known.tenant_id = entitlements.current_tenant_id()
                                  and known.app_user_id = named.id
                                  and not entitlements.is_erased_name(named.id)) as is_present
                      from entitlements.named_in_event(_event) as named) as one) as mention;
    if _named.is_of_erased and not _named.is_of_others
       or not _named.has_ids and exists (
           select from entitlements.texts_of_event(_event, body_without.is_understood) as mention
            where mention.text = any (body_without.ids)) then
        return bytea '{}';
    end if;
    _ids := body_without.ids || _named.lost;
    _names := body_without.names || array_fill(
        body_without.names[1], array[cardinality(_named.lost)]);
    select jsonb_object_agg(field.name, case
               when field.name in ('app_user_id', 'original_app_user_id', 'aliases',
                                   'transferred_from', 'transferred_to', 'redeemed_from',
                                   'redeemed_by')
                    or not body_without.is_understood
                       and field.name not in ('id', 'type', 'environment', 'store')
               then api.replace_ids_in_json(field.content, _ids, _names)
               when field.name = 'subscriber_attributes'
                    and jsonb_typeof(field.content) = 'object'
               then api.attributes_without(field.content, _ids, _names)
               else field.content end)
      into _written
      from jsonb_each(_event) as field (name, content)
     where not (field.name = 'subscriber_attributes' and _named.has_their_attributes);
    return case when _written = _event then body_without.body
                else convert_to(jsonb_build_object('event', _written)::text, 'UTF8') end;
end
$$;
