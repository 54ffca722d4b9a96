-- Writes folded states over those that are stored, what devices are sent of them, and what people
-- may do by them; has the seats of the households looked at that they may have raised or lowered.
--
-- internal: called by whoever folded, holding the rows of the purchases.
-- What follows is derived once for all of them: a person of five purchases has one answer.
-- Locks: the shares of their transactions, what is spent of them, the orphans, the rows for
-- devices, the reviews of those households and free rows of answers, beyond the caller's.

create function api.store_purchases(folded entitlements.purchases[]) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _state entitlements.purchases;
    _purchase_ids uuid[] := array[]::uuid[];
    _people uuid[] := array[]::uuid[];
begin
    if cardinality(folded) = 0 then
        return;
    end if;
    foreach _state in array folded loop
        _people := _people || api.store_purchase(_state);
        _purchase_ids := _purchase_ids || _state.purchase_id;
    end loop;
    perform api.settle_credit_orders(_purchase_ids);
    perform api.note_orphans(_purchase_ids);
    perform api.sync_purchases(_purchase_ids);
    perform api.queue_seat_review(
        array(select member.household_id
                from entitlements.household_members member
               where member.tenant_id = entitlements.current_tenant_id()
                 and member.app_user_uuid = any (_people)
                 and member.left_at is null),
        now());
    perform api.refresh_answers(_people);
end
$$;

grant execute on function api.store_purchases(entitlements.purchases[]) to hearth_server;
comment on function api.store_purchases(entitlements.purchases[]) is
    'Writes folded states over those that are stored, and what follows from them.';
