-- Spends a person's credits on something that has a name.
--
-- Called with a secret key. The oldest purchases are used up first.
-- Idempotent by its reference, whichever of the person's ids it came with: an export that is tried
-- again is not paid twice.
-- Locks: the app user → purchases by id → what is spent of them.
-- Raises: credit_not_in_catalog 404, not_enough_credits 409, reference_reused 422.

create function api.spend_credit(
    app_user_id text, credit_id text, amount integer, reference text,
    environment text default 'production', as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
declare
    _app_user_uuid uuid;
    _spent bigint;
begin
    perform api.require_credit(spend_credit.credit_id);
    _app_user_uuid := api.lock_app_user(spend_credit.app_user_id);
    answered_as_of := coalesce(spend_credit.as_of, clock_timestamp());
    _spent := api.spent_on(
        api.own_app_user_ids(spend_credit.app_user_id), spend_credit.credit_id,
        spend_credit.reference);
    if _spent <> spend_credit.amount then
        raise sqlstate 'PT422' using message = 'reference_reused',
            detail = 'This reference came with another amount before.';
    end if;

    if _spent is null then
        perform api.draw_credits(
            _app_user_uuid, spend_credit.app_user_id, spend_credit.credit_id, spend_credit.amount,
            spend_credit.reference, spend_credit.environment, answered_as_of);
    end if;
    answer := json_build_object(
        'credit_id', spend_credit.credit_id,
        'reference', spend_credit.reference,
        'amount', spend_credit.amount,
        'balance', api.credit_balance(
            _app_user_uuid, spend_credit.credit_id, spend_credit.environment, answered_as_of));
    return next;
end
$$;

grant execute on function api.spend_credit(text, text, integer, text, text, timestamptz)
    to hearth_server;
comment on function api.spend_credit(text, text, integer, text, text, timestamptz) is
    'Spends a person''s credits on something that has a name.';
