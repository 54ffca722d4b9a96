-- Spends changed purchases on open orders, and logs the balances of credits that changed.
--
-- The caller has locked the app users.
-- Idempotent: a settled order and a noted balance stay as they are.
-- Locks: the inserted rows of credit_spends → the rows of noted balances.

create function api.settle_credits(
    purchase_ids uuid[], app_user_uuids uuid[], cause text, cause_ids text[]) returns void
language plpgsql volatile
as $$
begin
    perform api.settle_credit_orders(
        settle_credits.purchase_ids, settle_credits.cause, settle_credits.cause_ids);
    perform api.log_credits(
        settle_credits.app_user_uuids, settle_credits.cause, settle_credits.cause_ids,
        clock_timestamp());
end
$$;
