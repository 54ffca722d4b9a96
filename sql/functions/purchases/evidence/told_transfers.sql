-- Returns the transfers among events, each with the ids on both sides.
--
-- Pure: reads only its arguments.

create function api.told_transfers(tolds entitlements.evidence[], facts jsonb[])
returns table (told entitlements.evidence, transferred_from text[], transferred_to text[])
language sql stable security invoker rows 1
begin atomic
    select told_transfers.tolds[event.number],
           array(select jsonb_array_elements_text(event.facts -> 'transferred_from')),
           array(select jsonb_array_elements_text(event.facts -> 'transferred_to'))
      from unnest(told_transfers.facts) with ordinality as event (facts, number)
     where event.facts ->> 'kind' = 'transfer'
     order by event.number;
end;
