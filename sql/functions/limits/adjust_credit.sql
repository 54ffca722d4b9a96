-- Gives an app user credits, or takes some, under a reference.
--
-- Called with a secret key. An unknown id becomes an app user. The balance goes below zero only if
-- the tenant's `refunded_credits` lets credits be owed.
-- Idempotent by reference, with any id of the app user: an adjustment counts once.
-- Locks: the app user → purchases by id → the inserted rows.
-- Raises: credit_not_in_catalog 404, not_enough_credits 409, reference_reused 422.

create function api.adjust_credit(
    app_user_id text, credit_id text, amount integer, reference text, reason text, actor text,
    environment text default 'production', as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _id constant text := adjust_credit.app_user_id;
    _adjusted entitlements.credit_adjustments;
begin
    perform api.require_credit(adjust_credit.credit_id);
    perform api.lock_credits(array[_id], array[adjust_credit.credit_id]);
    answered_as_of := coalesce(adjust_credit.as_of, clock_timestamp());
    select adjusted.* into _adjusted
      from entitlements.credit_adjustments adjusted
     where adjusted.tenant_id = _tenant_id
       and adjusted.app_user_id = any (api.ids_of_app_user(_id))
       and adjusted.environment = adjust_credit.environment
       and adjusted.credit_id = adjust_credit.credit_id
       and adjusted.reference = adjust_credit.reference
     order by adjusted.amount = adjust_credit.amount desc
     limit 1;
    if not found then
        _adjusted := row(
            _tenant_id, gen_random_uuid(), _id, adjust_credit.environment,
            adjust_credit.credit_id, adjust_credit.reference, adjust_credit.amount,
            adjust_credit.reason, adjust_credit.actor, answered_as_of, null
        )::entitlements.credit_adjustments;
        perform api.derive(
            api.add_credit_adjustments(array[_adjusted]), 'adjustment',
            array[_adjusted.adjustment_id::text]);
        perform api.log_credits( -- What is only taken changes no purchase.
            array(select known.app_user_uuid from entitlements.app_user_ids known
                   where known.tenant_id = _tenant_id and known.app_user_id = _id),
            'adjustment', array[_adjusted.adjustment_id::text], answered_as_of);
    elsif _adjusted.amount <> adjust_credit.amount then
        raise sqlstate 'PT422' using message = 'reference_reused',
            detail = 'This reference was used with another amount.';
    end if;
    select json_build_object(
               'credit_id', _adjusted.credit_id, 'reference', _adjusted.reference,
               'amount', _adjusted.amount, 'reason', _adjusted.reason,
               'adjusted_at', api.rfc3339(_adjusted.adjusted_at),
               'balance', coalesce(sum(had.balance), 0)::bigint,
               'owed', coalesce(sum(had.owed), 0)::bigint)
      into strict answer
      from entitlements.app_user_ids known
     cross join lateral api.credit_balances(
               array[known.app_user_uuid], adjust_credit.environment, answered_as_of) as had
     where known.tenant_id = _tenant_id and known.app_user_id = _id
       and had.credit_id = adjust_credit.credit_id;
    return next;
end
$$;
