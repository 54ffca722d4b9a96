-- Every app user id that an event names: of the person whom it is about, and of both sides of what
-- moved.
--
-- internal: called by receive_webhook_events.
-- The standard's body binds its names now and is inlined by the planner.
-- Pure: reads nothing but its argument.

create function api.named_app_user_ids(facts jsonb) returns table (id text)
language sql stable security invoker rows 2
begin atomic
    select named.id
      from (values ('app_user_ids'), ('transferred_from'), ('transferred_to')) as fact (name),
           jsonb_array_elements_text(named_app_user_ids.facts -> fact.name) as named (id);
end;
