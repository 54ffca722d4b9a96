-- Whether a store's transaction is known; if not, whoever stores it tells the listeners of
-- `hearth_transactions`, with the tenant and the transaction, for so many seconds.
--
-- Called by whoever waits for it and listens already: they are told of what is stored after this
-- call, and see what was stored before. The lock parts the two (see tell_awaited_transactions).
-- Known is the latest transaction of a purchase, and the one that it began with. Where a person is
-- named, it is known once it is theirs: nobody learns of other people's transactions.
-- Idempotent: a transaction is awaited once, for the longest of the times.
-- Locks: the transaction's share of the tenant's, waiting for whoever stores one of them now.

create function api.await_transaction(
    transaction_id text, seconds integer, app_user_id text default null,
    as_of timestamptz default null)
returns table (is_known boolean)
language plpgsql volatile security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(await_transaction.as_of, now());
    _owners constant text[] := api.own_app_user_ids(await_transaction.app_user_id);
begin
    perform pg_advisory_xact_lock(
        api.transaction_lock(_tenant_id, await_transaction.transaction_id));
    is_known := exists (
            select from entitlements.evidence told
              join entitlements.purchases purchase
                on purchase.tenant_id = _tenant_id and purchase.purchase_id = told.purchase_id
             where told.tenant_id = _tenant_id
               and told.transaction_id = await_transaction.transaction_id
               and (await_transaction.app_user_id is null
                    or purchase.owner_app_user_id = any (_owners)))
        or exists (
            select from entitlements.purchases purchase
             where purchase.tenant_id = _tenant_id and purchase.folded_at is not null
               and purchase.chain_id = await_transaction.transaction_id
               and (await_transaction.app_user_id is null
                    or purchase.owner_app_user_id = any (_owners)));
    if not is_known then
        insert into entitlements.awaited_transactions as awaited
        values (_tenant_id, await_transaction.transaction_id,
                _as_of + make_interval(secs => await_transaction.seconds))
            on conflict on constraint awaited_transactions_pkey do update
           set awaited_until = greatest(awaited.awaited_until, excluded.awaited_until);
        -- What nobody waits for any more; two who clean up do not wait for each other.
        delete from entitlements.awaited_transactions over
         where over.tenant_id = _tenant_id
           and over.transaction_id in (
               select past.transaction_id from entitlements.awaited_transactions past
                where past.tenant_id = _tenant_id and past.awaited_until < _as_of
                  for update skip locked);
    end if;
    return next;
end
$$;
