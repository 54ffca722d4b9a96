-- Returns the attributes and ids in which a word begins with a text, at most a number of them.
--
-- The text may span words. Values of today are compared: a word of a former value leads nowhere.

create function api.found_words(query text, maximum integer)
returns table (matched_by text, matched text, attribute text, app_user_id text)
language sql stable rows 10
begin atomic
    select case searched.name when '' then 'app_user_id' else 'attribute' end,
           coalesce(kept.value, searched.app_user_id), nullif(searched.name, ''),
           searched.app_user_id
      from api.beginning_with(array[left(found_words.query, 100)]) as span
     cross join lateral (
           select one.word, one.app_user_id, one.name from entitlements.search_words one
            where one.tenant_id = entitlements.current_tenant_id()
              and one.word >= span.first_text collate "C"
              and one.word < span.last_text collate "C"
            order by one.word, one.app_user_id, one.name
            limit found_words.maximum) as searched
      left join lateral api.attribute_of(searched.app_user_id, searched.name) as kept on true
     where strpos(lower(coalesce(kept.value, searched.app_user_id)), found_words.query) > 0
       and (searched.name = '' or kept.value is not null);
end;
