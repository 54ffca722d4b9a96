-- Draws credits from the purchases of app users, the oldest first.
--
-- The caller has locked the app users and their purchases. `drawn` holds the numbers, from 1, of
-- the allowed spends in the order of decision. Each spend takes the next of the app user's credits.
-- Locks: the inserted rows of credit_spends.

create function api.draw_credits(
    app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[],
    environment text, as_of timestamptz, drawn integer[])
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    insert into entitlements.credit_spends
           (tenant_id, app_user_id, credit_id, reference, purchase_id, amount, spent_at)
    with spend as materialized (
        select allowed.place, draw_credits.app_user_ids[allowed.number] as app_user_id,
               draw_credits.credit_ids[allowed.number] as credit_id,
               draw_credits.amounts[allowed.number] as amount,
               draw_credits.spend_references[allowed.number] as reference, known.app_user_uuid
          from unnest(draw_credits.drawn) with ordinality as allowed (number, place)
          join entitlements.app_user_ids known
            on known.tenant_id = _tenant_id
           and known.app_user_id = draw_credits.app_user_ids[allowed.number]
    ), bought as (
        select left_over.*, sum(left_over.remaining) over (
                   partition by left_over.app_user_uuid, left_over.credit_id
                   order by left_over.bought_at, left_over.purchase_id) as ends
          from api.credit_purchases(
                   array(select distinct spend.app_user_uuid from spend),
                   draw_credits.environment, draw_credits.as_of) as left_over
         where left_over.remaining > 0
    )
    select _tenant_id, taken.app_user_id, taken.credit_id, taken.reference, bought.purchase_id,
           least(taken.ends, bought.ends)
           - greatest(taken.ends - taken.amount, bought.ends - bought.remaining),
           draw_credits.as_of
      from (select spend.*, sum(spend.amount) over (
                       partition by spend.app_user_uuid, spend.credit_id order by spend.place)
                   as ends
              from spend) as taken
      join bought
        on bought.app_user_uuid = taken.app_user_uuid and bought.credit_id = taken.credit_id
       and bought.ends > taken.ends - taken.amount
       and bought.ends - bought.remaining < taken.ends;
end
$$;
