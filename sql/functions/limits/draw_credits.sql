-- Takes credits from the purchases of a person, the oldest first.
--
-- internal: called by spend_credit, which holds the person.
-- A purchase that comes to somebody else takes with it what was spent of it: nobody spends it
-- twice.
-- Locks: purchases by id → what is spent of them.
-- Raises: not_enough_credits 409, with the balance.

create function api.draw_credits(
    app_user_uuid uuid, app_user_id text, credit_id text, amount integer, reference text,
    environment text, as_of timestamptz)
returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _balance bigint;
begin
    perform from entitlements.purchases bought
      where bought.tenant_id = _tenant_id and bought.owner_uuid = draw_credits.app_user_uuid
        and bought.product_id in (
            select given.product_id from entitlements.product_credits given
             where given.tenant_id = _tenant_id and given.credit_id = draw_credits.credit_id)
      order by bought.purchase_id
        for no key update;
    _balance := api.credit_balance(
        draw_credits.app_user_uuid, draw_credits.credit_id, draw_credits.environment,
        draw_credits.as_of);
    if _balance < draw_credits.amount then
        raise sqlstate 'PT409' using message = 'not_enough_credits',
            detail = 'This person has fewer credits left.',
            hint = json_build_object(
                'credit_id', draw_credits.credit_id, 'balance', _balance);
    end if;
    insert into entitlements.credit_spends
           (tenant_id, app_user_id, credit_id, reference, purchase_id, amount, spent_at)
    select _tenant_id, draw_credits.app_user_id, draw_credits.credit_id, draw_credits.reference,
           bought.purchase_id,
           least(bought.remaining, draw_credits.amount - bought.taken_before),
           draw_credits.as_of
      from (select oldest.purchase_id, oldest.remaining,
                   sum(oldest.remaining) over (order by oldest.bought_at, oldest.purchase_id)
                   - oldest.remaining as taken_before
              from api.credit_purchases(
                       draw_credits.app_user_uuid, draw_credits.environment,
                       draw_credits.as_of, draw_credits.credit_id) as oldest
             where oldest.remaining > 0) as bought
     where bought.taken_before < draw_credits.amount;
end
$$;

grant execute
    on function api.draw_credits(uuid, text, text, integer, text, text, timestamptz)
    to hearth_server;
comment on function api.draw_credits(uuid, text, text, integer, text, text, timestamptz) is
    'Takes credits from the purchases of a person, the oldest first.';
