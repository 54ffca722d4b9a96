-- Returns the links between ids that were named together.
--
-- The first identified id is linked to each of the others; without one, the first id is.

create function api.named_links(app_user_ids text[])
returns table (app_user_id text, linked_app_user_id text)
language sql stable rows 2
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
