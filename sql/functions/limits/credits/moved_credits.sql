-- Returns what is left, or owed, of the credits that some purchases of an app user gave.
--
-- Few purchases give credits, so that is checked first.

create function api.moved_credits(app_user_id text, purchase_ids uuid[], as_of timestamptz)
returns jsonb
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if not exists (
        select from unnest(moved_credits.purchase_ids) as moved (id)
         cross join lateral api.purchase_of(moved.id) as bought
         where bought.store = 'hearth' or exists (
               select from entitlements.product_credits given
                where given.tenant_id = _tenant_id and given.product_id = bought.product_id)) then
        return jsonb '[]';
    end if;
    return coalesce(
        (select jsonb_agg(
                    jsonb_build_object('credit_id', moved.credit_id, 'balance', moved.balance)
                    order by moved.credit_id)
           from (select bought.credit_id, sum(bought.remaining) as balance
                   from entitlements.app_user_ids known
                  cross join lateral api.credit_purchases(
                            array[known.app_user_uuid], 'production', moved_credits.as_of)
                            as bought
                  where known.tenant_id = _tenant_id
                    and known.app_user_id = moved_credits.app_user_id
                    and bought.purchase_id = any (moved_credits.purchase_ids)
                  group by bought.credit_id
                 having sum(bought.remaining) <> 0) as moved),
        '[]');
end
$$;
