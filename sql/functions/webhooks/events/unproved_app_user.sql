-- Returns the first app user id and the environment of an event that may become no evidence.
--
-- No row for an event that becomes evidence, which has both: that is the usual case. An event of
-- the sandbox becomes evidence if the tenant accepts it.
-- Inlined (plans: rule 6). Pure: reads only its argument.

create function api.unproved_app_user(facts jsonb)
returns table (app_user_id text, environment text)
language sql stable rows 1
begin atomic
    select coalesce(unproved_app_user.facts -> 'app_user_ids' ->> 0,
                    unproved_app_user.facts -> 'transferred_to' ->> 0,
                    unproved_app_user.facts -> 'transferred_from' ->> 0),
           unproved_app_user.facts ->> 'environment'
     where unproved_app_user.facts ->> 'environment' = 'sandbox'
        or unproved_app_user.facts ->> 'kind' in ('alias', 'informative', 'unknown');
end;
