-- Locks the purchases of events and their app users, and creates missing purchases.
--
-- A transfer and a purchase that it moves may arrive at once. The transaction that locks the app
-- users second sees the other's evidence, so the transfer moves the purchase.
-- RevenueCat's sample of a temporary grant names no product. It grants nothing.
-- Locks: transactions (of new purchases) → app users by uuid → purchases by id.
-- Raises: evidence_incomplete 422; 40001 if an id moved to another app user meanwhile.

create function api.lock_event_purchases(entries entitlements.evidence[]) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids text[]; _purchase_ids uuid[]; _app_users uuid[]; _new entitlements.evidence[];
    _is_incomplete boolean; _has_moved_id boolean; _has_transfer boolean;
begin
    select array_agg(distinct (event.evidence).app_user_id), array_agg(known.purchase_id),
           array_agg(event.evidence) filter (
               where event.chain_id is not null and known.purchase_id is null),
           bool_or(event.chain_id is not null and (event.evidence).app_user_id is null
                   or event.chain_id is null
                      and (event.evidence).kind <> 'temporary_entitlement_grant'),
           bool_or(exists (
               select from entitlements.transfer_sides side
                where (side.tenant_id, side.app_user_id) = (_tenant_id,
                                                            (event.evidence).app_user_id)))
      into _ids, _purchase_ids, _new, _is_incomplete, _has_transfer
      from api.event_chains(entries) as event
      left join entitlements.purchases known
        on known.tenant_id = _tenant_id and known.chain_id = event.chain_id
       and known.store = event.store and known.environment = event.environment;
    if _is_incomplete then
        raise sqlstate 'PT422' using message = 'evidence_incomplete',
            detail = 'The event names no purchase, or no person.';
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
    _app_users := array(
        select app_user.app_user_uuid
          from entitlements.app_user_ids known
          join entitlements.app_users app_user
            on app_user.tenant_id = _tenant_id and app_user.app_user_uuid = known.app_user_uuid
         where known.tenant_id = _tenant_id and known.app_user_id = any (_ids)
         order by app_user.app_user_uuid for no key update of app_user);
    select bool_or((known.app_user_uuid = any (_app_users)) is not true), exists (
               select from entitlements.app_user_ids own
                 join entitlements.transfer_sides side
                   on side.tenant_id = _tenant_id and side.app_user_id = own.app_user_id
                where own.tenant_id = _tenant_id and own.app_user_uuid = any (_app_users))
      into _has_moved_id, _has_transfer
      from unnest(_ids) as named (id)
      left join entitlements.app_user_ids known
        on known.tenant_id = _tenant_id and known.app_user_id = named.id;
    if _has_moved_id then -- During the wait, an id was moved to another app user or erased.
        raise serialization_failure;
    elsif _has_transfer then
        perform api.lock_related_app_users(_ids);
    end if;
    if _new is not null then
        _purchase_ids := _purchase_ids || api.open_purchases(_new);
    end if;
    perform from entitlements.purchases purchase
      where purchase.tenant_id = _tenant_id and purchase.purchase_id = any (_purchase_ids)
      order by purchase.purchase_id for no key update;
end
$$;
