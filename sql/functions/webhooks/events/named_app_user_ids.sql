-- Returns every app user id that an event names, including both sides of a transfer.
--
-- Pure: reads only its argument.

create function api.named_app_user_ids(facts jsonb) returns table (id text)
language sql stable rows 2
begin atomic
    select named.id
      from (values ('app_user_ids'), ('transferred_from'), ('transferred_to')) as fact (name),
           jsonb_array_elements_text(named_app_user_ids.facts -> fact.name) as named (id);
end;
