-- How much of a credit a person has left.
--
-- internal: called by order_credit.
-- Locks: none.

create function api.credit_balance(
    app_user_uuid uuid, credit_id text, environment text, as_of timestamptz)
returns bigint
language plpgsql stable security invoker
set search_path = ''
as $$
begin
    return (
        select coalesce(sum(bought.remaining), 0)
          from api.credit_purchases(
                   array[credit_balance.app_user_uuid], credit_balance.environment,
                   credit_balance.as_of) as bought
         where bought.credit_id = credit_balance.credit_id);
end
$$;

grant execute on function api.credit_balance(uuid, text, text, timestamptz) to hearth_server;
comment on function api.credit_balance(uuid, text, text, timestamptz) is
    'How much of a credit a person has left.';
