-- Returns how much an app user has left, has spent and owes of each credit.
--
-- Called with any key of the tenant. An unknown app user has none and is not created.

create function api.get_credits(
    app_user_id text, environment text default 'production', as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(get_credits.as_of, now());
    _app_user_uuid constant uuid := (
        select known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id and known.app_user_id = get_credits.app_user_id);
begin
    return query
    select _as_of,
           json_build_object(
               'credits', coalesce(
                   json_object_agg(
                       credit.id, json_build_object(
                           'credit_id', credit.id, 'balance', credit.balance,
                           'spent', credit.spent, 'owed', credit.owed)
                       order by credit.id),
                   '{}'::json))
      from (select given.id, coalesce(had.balance, 0) as balance,
                   coalesce(had.spent, 0) as spent, coalesce(had.owed, 0) as owed
              from (select distinct known.credit_id as id from entitlements.product_credits known
                     where known.tenant_id = _tenant_id) as given
              left join api.credit_balances(
                        array[_app_user_uuid], get_credits.environment, _as_of) as had
                on had.credit_id = given.id) as credit;
end
$$;
