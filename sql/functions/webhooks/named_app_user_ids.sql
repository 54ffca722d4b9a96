-- Every app user id that an event names: of the one whom it is about, and of both sides of what
-- moved.
--
-- internal: called by receive_webhook_event.
-- Pure: reads nothing but its argument.

create function api.named_app_user_ids(facts jsonb) returns text[]
language plpgsql immutable security invoker
set search_path = ''
as $$
begin
    return array(
        select named.id
          from (values ('app_user_ids'), ('transferred_from'), ('transferred_to')) as fact (name),
               jsonb_array_elements_text(facts -> fact.name) as named (id));
end
$$;

grant execute on function api.named_app_user_ids(jsonb) to hearth_server;
comment on function api.named_app_user_ids(jsonb) is 'Every app user id that an event names.';
