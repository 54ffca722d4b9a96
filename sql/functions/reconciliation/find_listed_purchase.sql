-- The purchase that an entry of a snapshot is about, of those that can be meant. Null: none that we
-- know.
--
-- internal: called by match_listed_purchases, which holds them.
-- The entry names its latest transaction. Where that is known, it decides. Else we missed
-- something, and it is the person's purchase of this product, unless that began before or goes on
-- after what the entry tells of; what is paid once has no later transactions. A store's id of a
-- renewal may be the original's with a number behind `..`.
-- Locks: none.

create function api.find_listed_purchase(
    told entitlements.evidence, purchase_ids uuid[], taken_ids uuid[])
returns uuid
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _transactions constant text[] := array_remove(
        array[told.transaction_id, nullif(split_part(told.transaction_id, '..', 1), '')], null);
    _own uuid[];
    _begins_at constant timestamptz := coalesce(told.purchased_at, told.original_purchased_at);
    _slack constant interval := interval '1 second';
    _purchase_id uuid;
begin
    select purchase.purchase_id into _purchase_id
      from entitlements.purchases purchase
     where purchase.tenant_id = _tenant_id
       and purchase.purchase_id = any (find_listed_purchase.purchase_ids)
       and purchase.environment = told.environment and purchase.store = told.store
       and (purchase.transaction_id = any (_transactions)
            or purchase.chain_id = any (_transactions)
            or exists (
               select from entitlements.evidence known
                where known.tenant_id = _tenant_id and known.purchase_id = purchase.purchase_id
                  and known.transaction_id = any (_transactions)))
     order by starts_with(purchase.chain_id, 'snapshot:'), purchase.period_started_at desc,
              purchase.purchase_id
     limit 1;
    if found then
        return _purchase_id;
    end if;

    _own := array(
        select known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id and known.app_user_id = told.app_user_id);
    return (
        select purchase.purchase_id
          from entitlements.purchases purchase
         where purchase.tenant_id = _tenant_id
           and purchase.purchase_id = any (find_listed_purchase.purchase_ids)
           and purchase.purchase_id <> all (find_listed_purchase.taken_ids)
           and purchase.environment = told.environment and purchase.store = told.store
           and purchase.owner_uuid = any (_own)
           and purchase.is_one_time = told.is_one_time
           and _begins_at > purchase.period_started_at - _slack
           and case when told.is_one_time
                    then _begins_at < purchase.period_started_at + _slack
                    else coalesce(told.original_purchased_at
                                  < purchase.period_started_at + _slack, true) end
           and api.is_same_product(told, purchase.purchase_id)
         order by starts_with(purchase.chain_id, 'snapshot:'), purchase.period_started_at desc,
                  purchase.purchase_id
         limit 1);
end
$$;

grant execute on function api.find_listed_purchase(entitlements.evidence, uuid[], uuid[])
    to hearth_server;
comment on function api.find_listed_purchase(entitlements.evidence, uuid[], uuid[]) is
    'The purchase that an entry of a snapshot is about.';
