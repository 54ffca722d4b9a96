-- Returns the ids that events name, and that are to be read from RevenueCat; test events name none.
--
-- Inlined (plans: rule 6).

create function api.ids_to_read(facts jsonb[]) returns table (id text)
language sql stable rows 4
begin atomic
    select named.id
      from unnest(ids_to_read.facts) as event (facts),
           lateral api.named_app_user_ids(event.facts) as named
     where event.facts ->> 'kind' <> 'test';
end;
