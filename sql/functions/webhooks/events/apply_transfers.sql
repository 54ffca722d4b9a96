-- Applies the transfers of a set of events one after the other, and returns what changed.
--
-- `entries` and `facts` are those of apply_events, in one order. Other kinds of events are left
-- out.
-- Locks: those of apply_transfer.

create function api.apply_transfers(entries entitlements.evidence[], facts jsonb[])
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _changes entitlements.changes := api.changes_of();
    _transfer record;
begin
    for _transfer in
        select apply_transfers.entries[event.number] as evidence,
               array(select jsonb_array_elements_text(event.facts -> 'transferred_from'))
                   as transferred_from,
               array(select jsonb_array_elements_text(event.facts -> 'transferred_to'))
                   as transferred_to
          from unnest(apply_transfers.facts) with ordinality as event (facts, number)
         where event.facts ->> 'kind' = 'transfer'
         order by event.number
    loop
        _changes := api.all_changes(_changes, api.apply_transfer(
            _transfer.evidence, _transfer.transferred_from, _transfer.transferred_to));
    end loop;
    return _changes;
end
$$;
