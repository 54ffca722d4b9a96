-- Returns the ids that events name as their app user's, and that no app user has; usually none.
--
-- Test events are left out.

create function api.unknown_ids(facts jsonb[]) returns table (id text)
language sql stable rows 1
begin atomic
    select named.id
      from unnest(unknown_ids.facts) as event (facts),
           lateral jsonb_array_elements_text(event.facts -> 'app_user_ids') as named (id)
     where event.facts ->> 'kind' <> 'test'
       and not exists (
           select from entitlements.app_user_ids known
            where known.tenant_id = entitlements.current_tenant_id()
              and known.app_user_id = named.id);
end;
