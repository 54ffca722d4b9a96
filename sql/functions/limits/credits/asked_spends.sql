-- Returns requested spends of credits, each with its balance and earlier spend.
--
-- The caller has locked the app users. Rows come in the order of decision.
-- - `is_first`: the first spend of this credit by this app user.
-- - `is_repeated`: the previous row has the same reference.
-- - `balance`: null if no product gives the credit. `is_blocked`: see credit_balances.
-- - `spent`: amount spent earlier under the reference by any id of the app user; null if none.
-- Locks: none beyond the caller's.

create function api.asked_spends(
    app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[],
    environment text, as_of timestamptz)
returns table (
    number integer, credit_id text, amount integer, reference text,
    is_first boolean, is_repeated boolean, balance bigint, owed bigint, is_blocked boolean,
    spent bigint)
language plpgsql stable rows 64
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    with request as materialized (
        select spend.*, known.app_user_uuid,
               min(spend.number) over (
                   partition by known.app_user_uuid, spend.credit_id, spend.reference) as turn
          from unnest(asked_spends.app_user_ids, asked_spends.credit_ids, asked_spends.amounts,
                      asked_spends.spend_references)
               with ordinality as spend (app_user_id, credit_id, amount, reference, number)
          left join entitlements.app_user_ids known
            on known.tenant_id = _tenant_id and known.app_user_id = spend.app_user_id
    )
    select request.number::integer, request.credit_id, request.amount, request.reference,
           row_number() over (
               partition by request.app_user_uuid, request.credit_id
                   order by request.turn, request.number)
           = 1,
           request.number > request.turn,
           case when exists (
                    select from entitlements.product_credits given
                     where given.tenant_id = _tenant_id and given.credit_id = request.credit_id)
                then coalesce(had.balance, 0) end,
           coalesce(had.owed, 0), coalesce(had.is_blocked, false),
           api.spent_on(
               api.ids_of_app_user(request.app_user_id), request.credit_id, request.reference)
      from request
      left join api.credit_balances(
                array(select distinct request.app_user_uuid from request), asked_spends.environment,
                asked_spends.as_of) as had
        on had.app_user_uuid = request.app_user_uuid and had.credit_id = request.credit_id
     order by request.app_user_uuid, request.credit_id, request.turn, request.number;
end
$$;
