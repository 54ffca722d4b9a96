-- Returns whether a store's transaction is known; if not, registers that a caller waits for it.
--
-- For `seconds`, storing the transaction notifies `hearth_transactions` with the tenant and the
-- transaction. The caller must listen before this call. The lock keeps this call apart from writers
-- of the transaction: it sees what was stored before, and is notified of what is stored after.
-- Known are all transactions that evidence names, and the original transaction of a purchase. If
-- `app_user_id` is given, only purchases of this app user count, so that the answer reveals nothing
-- of others.
-- Idempotent: a transaction is awaited once, for the longest time asked.
-- Locks: the transaction's advisory lock (see transaction_lock), waiting for writers that share it.

create function api.await_transaction(
    transaction_id text, seconds integer, app_user_id text default null,
    as_of timestamptz default null)
returns table (is_known boolean)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(await_transaction.as_of, now());
    _owners constant text[] := api.ids_of_app_user(await_transaction.app_user_id);
begin
    perform pg_advisory_xact_lock(
        api.transaction_lock(_tenant_id, await_transaction.transaction_id));
    is_known := exists (
            select from entitlements.evidence evidence
              join entitlements.purchases purchase
                on purchase.tenant_id = _tenant_id and purchase.purchase_id = evidence.purchase_id
             where evidence.tenant_id = _tenant_id
               and evidence.transaction_id = await_transaction.transaction_id
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
        -- Delete expired rows. `skip locked`, so that two calls do not wait for each other.
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
