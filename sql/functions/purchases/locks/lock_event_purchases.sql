-- Locks the purchases of events and their app users, creates missing purchases, and returns both.
--
-- A transfer and a purchase that it moves may arrive at once. The transaction that locks the app
-- users second sees the other's evidence, so the transfer moves the purchase.
-- RevenueCat's sample of a temporary grant names no product. It grants nothing, and is left out.
-- Other kinds must name a purchase.
-- Locks: transactions (of new purchases) → app users by uuid → purchases by id.
-- Raises: evidence_incomplete 422; 40001 if an id moved to another app user meanwhile.

create function api.lock_event_purchases(entries entitlements.evidence[])
returns entitlements.bought_event[]
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _named entitlements.evidence[]; _ids text[]; _app_users uuid[]; _purchase_ids uuid[];
    _new entitlements.evidence[]; _events entitlements.bought_event[];
    _is_incomplete boolean; _has_moved_id boolean; _has_transfer boolean; _has_items boolean;
begin
    select array_agg(event.evidence) filter (where event.chain_id is not null),
           array_agg(known.purchase_id) filter (where event.chain_id is not null),
           array_agg(own.app_user_uuid) filter (where event.chain_id is not null),
           array_agg(event.evidence) filter (
               where event.chain_id is not null and known.purchase_id is null),
           array_agg(distinct event.app_user_id),
           bool_or(case when event.chain_id is not null then event.app_user_id is null
                        else (event.evidence).kind <> 'temporary_entitlement_grant' end),
           bool_or(exists (select from entitlements.transfer_sides side
                where (side.tenant_id, side.app_user_id) = (_tenant_id, event.app_user_id))),
           bool_or((event.evidence).order_items is not null)
      into _named, _purchase_ids, _app_users, _new, _ids, _is_incomplete, _has_transfer, _has_items
      from api.event_chains(entries) as event
      left join entitlements.purchases known
        on known.tenant_id = _tenant_id and known.chain_id = event.chain_id
       and known.store = event.store and known.environment = event.environment
      left join lateral api.app_user_of(event.app_user_id) as own on true;
    if _is_incomplete then
        raise sqlstate 'PT422' using message = 'evidence_incomplete',
            detail = 'The event names no purchase or no app user.';
    elsif _new is not null then
        perform api.lock_transactions(array(
            select named.id from api.event_chains(_new) as event cross join lateral unnest(array[
                       event.chain_id, (event.evidence).transaction_id,
                       split_part((event.evidence).transaction_id, '..', 1)]) as named (id)),
            is_shared => entries[1].kind = 'import');
    end if;
    if _has_transfer then -- First: locks that come out of order deadlock.
        perform api.lock_related_app_users(_ids);
    end if;
    if _new is not null or _has_transfer then -- During the wait, ids may have moved.
        _app_users := array(
            select (select known.app_user_uuid from entitlements.app_user_ids known
                     where known.tenant_id = _tenant_id and known.app_user_id = event.app_user_id)
              from unnest(_named) as event);
    end if;
    perform from entitlements.app_users app_user
      where app_user.tenant_id = _tenant_id and app_user.app_user_uuid = any (_app_users)
      order by app_user.app_user_uuid for no key update;
    -- In a statement after the locks, which sees what they waited for.
    _events := array(
        select row(_named[buyer.number], own.ids, own.has_transfer, null)::entitlements.bought_event
          from unnest(_app_users) with ordinality as buyer (app_user_uuid, number)
         cross join lateral api.ids_in_transfers(buyer.app_user_uuid) as own
         order by buyer.number);
    select bool_or(((event.evidence).app_user_id = any (event.app_user_ids)) is not true),
           bool_or(event.has_transfer)
      into _has_moved_id, _has_transfer from unnest(_events) as event;
    if _has_moved_id then -- During the wait, an id was moved to another app user or erased.
        raise serialization_failure;
    elsif _has_transfer then
        perform api.lock_related_app_users(_ids);
    end if;
    if _new is not null then
        _purchase_ids := api.open_purchases(_new, _named);
    end if;
    if _has_items then -- Add-ons that the order has no more are folded again.
        select _events || array_agg(addon.event), _purchase_ids || array_agg(addon.purchase_id)
          into _events, _purchase_ids from api.left_out_addons(_events) as addon;
    end if;
    return array(
        select row((_events[named.number]).evidence, (_events[named.number]).app_user_ids,
                   (_events[named.number]).has_transfer, held.purchase)::entitlements.bought_event
          from (select * from unnest(_purchase_ids) with ordinality as one (purchase_id, number)
                 order by one.purchase_id offset 0) as named
         cross join lateral ( -- plans: rule 3
               select purchase from entitlements.purchases purchase
                where purchase.tenant_id = _tenant_id
                  and purchase.purchase_id = named.purchase_id
               offset 0 for no key update) as held);
end
$$;
