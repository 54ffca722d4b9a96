-- Spends credits of one tenant's app users on named things, as one set in one transaction.
--
-- Called with a secret key, with up to 64 spends; the arrays have one length. The oldest purchases
-- are drawn first.
-- Spends of one credit by one app user are decided in order; one that repeats a reference comes
-- right after the first. A spend above the balance is refused and takes nothing: `refusal` is its
-- code, and `answer` shows the balance. A spend of a credit that the tenant file lacks is refused
-- with a `detail`.
-- Idempotent by reference, with any id of the app user: a retried export is paid once.
-- The clock is read after locking, so that a decision sees all earlier writes.
-- Locks: the app users by uuid → purchases by id → the inserted rows of credit_spends.
-- Refuses: credit_not_in_catalog 404, not_enough_credits 409, credits_owed 409,
-- reference_reused 422.

create function api.spend_credits(
    app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[],
    environment text, as_of timestamptz default null)
returns table (
    number integer, answered_as_of timestamptz, answer json, refusal text, detail text)
language plpgsql volatile rows 64
as $$
declare
    _spend record;
    _balance bigint;
    _spent bigint;
    _drawn integer[] := array[]::integer[];
begin
    perform api.lock_credits(spend_credits.app_user_ids, spend_credits.credit_ids);
    answered_as_of := coalesce(spend_credits.as_of, clock_timestamp());
    for _spend in
        select * from api.asked_spends(
            spend_credits.app_user_ids, spend_credits.credit_ids, spend_credits.amounts,
            spend_credits.spend_references, spend_credits.environment, answered_as_of)
    loop
        if _spend.is_first then _balance := _spend.balance; end if;
        if not _spend.is_repeated then _spent := _spend.spent; end if;
        refusal := case
            when _spend.balance is null then 'credit_not_in_catalog'
            when _spent <> _spend.amount then 'reference_reused'
            when _spent is null and _spend.is_blocked then 'credits_owed'
            when _spent is null and _balance < _spend.amount then 'not_enough_credits' end;
        if refusal is null and _spent is null then
            _balance := _balance - _spend.amount;
            _spent := _spend.amount;
            _drawn := _drawn || _spend.number;
        end if;
        number := _spend.number;
        detail := case refusal when 'credit_not_in_catalog'
                  then api.unknown_name('credit', _spend.credit_id) end;
        answer := case coalesce(refusal, '')
            when '' then json_build_object(
                'credit_id', _spend.credit_id, 'reference', _spend.reference,
                'amount', _spend.amount, 'balance', _balance)
            when 'not_enough_credits' then json_build_object(
                'credit_id', _spend.credit_id, 'balance', _balance)
            when 'credits_owed' then json_build_object(
                'credit_id', _spend.credit_id, 'balance', _balance, 'owed', _spend.owed) end;
        return next;
    end loop;
    perform api.draw_credits(
        spend_credits.app_user_ids, spend_credits.credit_ids, spend_credits.amounts,
        spend_credits.spend_references, spend_credits.environment, answered_as_of, _drawn);
    if _drawn <> '{}' and spend_credits.environment = 'production' then
        perform api.log_credits(array(
            select known.app_user_uuid from entitlements.app_user_ids known
             where known.tenant_id = entitlements.current_tenant_id()
               and known.app_user_id = any (spend_credits.app_user_ids)),
            'spend', '{}', answered_as_of);
    end if;
end
$$;
