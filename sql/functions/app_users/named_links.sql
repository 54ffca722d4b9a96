-- The links that ids named together make: the first identified id, else the first id, is the one
-- that the others are linked to.
--
-- internal: called by join_app_user_ids and unjoined_events.
-- The standard's body binds its names now and is inlined by the planner.
-- Pure: reads nothing but its arguments.

create function api.named_links(app_user_ids text[])
returns table (app_user_id text, linked_app_user_id text)
language sql stable security invoker rows 2
begin atomic
    select least(named.id, hub.id), greatest(named.id, hub.id)
      from unnest(named_links.app_user_ids) as named (id)
     cross join lateral (
           select first.id
             from unnest(named_links.app_user_ids) with ordinality as first (id, position)
            order by starts_with(first.id, '$RCAnonymousID:'), first.position
            limit 1) as hub
     where named.id <> hub.id;
end;
