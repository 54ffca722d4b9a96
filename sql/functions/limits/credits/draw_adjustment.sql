-- Takes the credits of an adjustment: `drawn` from the oldest purchases, the rest as a debt.
--
-- The caller has stored the adjustment, and its purchase if there is a rest. An adjustment that
-- gives credits takes nothing.
-- Locks: the inserted rows of credit_spends.

create function api.draw_adjustment(
    adjusted entitlements.credit_adjustments, drawn integer)
returns void
language plpgsql volatile
as $$
declare
    _reference constant text := 'adjustment:' || adjusted.adjustment_id;
begin
    if drawn > 0 then
        perform api.draw_credits(
            array[adjusted.app_user_id], array[adjusted.credit_id], array[drawn],
            array[_reference], adjusted.environment, adjusted.adjusted_at, array[1]);
    end if;
    if adjusted.amount + drawn < 0 then
        insert into entitlements.credit_spends
               (tenant_id, app_user_id, credit_id, reference, purchase_id, amount, spent_at)
        values (adjusted.tenant_id, adjusted.app_user_id, adjusted.credit_id, _reference,
                adjusted.purchase_id, -adjusted.amount - drawn, adjusted.adjusted_at);
    end if;
end
$$;
