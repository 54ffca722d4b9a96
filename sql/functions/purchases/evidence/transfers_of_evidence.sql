-- Returns the transfers among events, each with the ids on both sides.
--
-- Pure: reads only its arguments.

create function api.transfers_of_evidence(entries entitlements.evidence[], facts jsonb[])
returns table (evidence entitlements.evidence, transferred_from text[], transferred_to text[])
language sql stable rows 1
begin atomic
    select transfers_of_evidence.entries[event.number],
           array(select jsonb_array_elements_text(event.facts -> 'transferred_from')),
           array(select jsonb_array_elements_text(event.facts -> 'transferred_to'))
      from unnest(transfers_of_evidence.facts) with ordinality as event (facts, number)
     where event.facts ->> 'kind' = 'transfer'
     order by event.number;
end;
