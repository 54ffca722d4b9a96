-- Returns the codes of what mends a reason, the best first (see explanation_codes).
--
-- `is_anonymous`: the owner of the purchase is an anonymous id, so the app user identifies it and
-- claims nothing. `has_key`: RevenueCat can be read.
-- Pure: reads only its arguments.

create function api.remedies_of(code text, is_anonymous boolean, has_key boolean) returns text[]
language sql immutable
begin atomic
    select array_agg(
               case when step.code = 'sync' and not remedies_of.has_key then 'set_key'
                    when step.code = 'claim' and remedies_of.is_anonymous then 'identify'
                    else step.code end
               order by step.number)
      from api.explanation_codes() as known
     cross join lateral unnest(known.remedies) with ordinality as step (code, number)
     where known.code = remedies_of.code;
end;
