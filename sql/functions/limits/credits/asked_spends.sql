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
language plpgsql stable security invoker rows 64
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    with told as materialized (
        select spend.*, known.app_user_uuid,
               min(spend.number) over (
                   partition by known.app_user_uuid, spend.credit_id, spend.reference) as turn
          from unnest(asked_spends.app_user_ids, asked_spends.credit_ids, asked_spends.amounts,
                      asked_spends.spend_references)
               with ordinality as spend (app_user_id, credit_id, amount, reference, number)
          left join entitlements.app_user_ids known
            on known.tenant_id = _tenant_id and known.app_user_id = spend.app_user_id
    )
    select told.number::integer, told.credit_id, told.amount, told.reference,
           row_number() over (
               partition by told.app_user_uuid, told.credit_id order by told.turn, told.number)
           = 1,
           told.number > told.turn,
           case when exists (
                    select from entitlements.product_credits given
                     where given.tenant_id = _tenant_id and given.credit_id = told.credit_id)
                then coalesce(had.balance, 0) end,
           coalesce(had.owed, 0), coalesce(had.is_blocked, false),
           api.spent_on(
               api.ids_of_app_user(told.app_user_id), told.credit_id, told.reference)
      from told
      left join api.credit_balances(
                array(select distinct told.app_user_uuid from told), asked_spends.environment,
                asked_spends.as_of) as had
        on had.app_user_uuid = told.app_user_uuid and had.credit_id = told.credit_id
     order by told.app_user_uuid, told.credit_id, told.turn, told.number;
end
$$;
