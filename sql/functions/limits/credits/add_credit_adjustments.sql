-- Stores adjustments of credits, in order, and returns what changed.
--
-- The caller has locked the app users and their purchases (see lock_credits), knows that no
-- reference came before, and calls derive once. `purchase_id` is set here.
-- What is given is a purchase of the store `hearth`. What is taken is drawn from the oldest
-- purchases. What the balance lacks is refused, or owed by the tenant's `refunded_credits`.
-- Each adjustment has an audit entry.
-- Locks: the inserted rows.
-- Raises: not_enough_credits 409.

create function api.add_credit_adjustments(asked entitlements.credit_adjustments[])
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _owes constant boolean := (
        select tenant.refunded_credits <> 'forgive' from entitlements.tenants tenant
         where tenant.tenant_id = _tenant_id);
    _adjusted entitlements.credit_adjustments;
    _had record;
    _drawn integer;
    _reference text;
    _changes entitlements.changes := api.changes_of();
begin
    foreach _adjusted in array asked loop
        select coalesce(sum(bought.remaining), 0) as balance,
               coalesce(sum(bought.remaining) filter (where bought.remaining > 0), 0) as available
          into strict _had
          from entitlements.app_user_ids known
         cross join lateral api.credit_purchases(
                   array[known.app_user_uuid], _adjusted.environment, _adjusted.adjusted_at)
                   as bought
         where known.tenant_id = _tenant_id and known.app_user_id = _adjusted.app_user_id
           and bought.credit_id = _adjusted.credit_id;
        if not _owes and _had.balance + _adjusted.amount < 0 then
            raise sqlstate 'PT409' using message = 'not_enough_credits',
                detail = 'The app user has fewer credits left.',
                hint = json_build_object(
                    'credit_id', _adjusted.credit_id, 'balance', _had.balance);
        end if;
        _drawn := greatest(least(-_adjusted.amount, _had.available), 0);
        if _adjusted.amount > 0 or _drawn < -_adjusted.amount then
            _adjusted.purchase_id := _adjusted.adjustment_id;
            _changes := api.all_changes(_changes, api.open_adjustment(_adjusted));
        end if;
        insert into entitlements.credit_adjustments select _adjusted.*;
        _reference := 'adjustment:' || _adjusted.adjustment_id;
        if _drawn > 0 then
            perform api.draw_credits(
                array[_adjusted.app_user_id], array[_adjusted.credit_id], array[_drawn],
                array[_reference], _adjusted.environment, _adjusted.adjusted_at, array[1]);
        end if;
        if _adjusted.amount + _drawn < 0 then -- The rest is a debt.
            insert into entitlements.credit_spends
                   (tenant_id, app_user_id, credit_id, reference, purchase_id, amount, spent_at)
            values (_tenant_id, _adjusted.app_user_id, _adjusted.credit_id, _reference,
                    _adjusted.purchase_id, -_adjusted.amount - _drawn, _adjusted.adjusted_at);
        end if;
        perform api.add_audit_entry(
            'adjust', _adjusted.actor, _adjusted.reason, array[_adjusted.app_user_id],
            jsonb_build_array(jsonb_build_object(
                'credit_id', _adjusted.credit_id, 'balance', _had.balance)),
            jsonb_build_array(jsonb_build_object(
                'credit_id', _adjusted.credit_id,
                'balance', _had.balance + _adjusted.amount)), _adjusted.adjusted_at);
    end loop;
    return _changes;
end
$$;
