-- Returns whether two states of a purchase differ in more than their notation.
--
-- Ends of access may differ:
-- - by a second, because v1 tells times to the second;
-- - by two hours if both are past, because events are that late;
-- - by any time if both are past and refunded, because each source has its own time.
-- An end in 50 years or later is a lifetime.
-- Pure: reads nothing but its arguments.

create function api.is_drift(
    before entitlements.purchases, after entitlements.purchases, as_of timestamptz)
returns boolean
language plpgsql stable
as $$
declare
    _never constant timestamptz := is_drift.as_of + interval '50 years';
    _old_end constant timestamptz := least(before.access_ends_at, _never);
    _new_end constant timestamptz := least(after.access_ends_at, _never);
    _is_over constant boolean := _old_end <= is_drift.as_of and _new_end <= is_drift.as_of;
    _slack constant interval :=
        case when _is_over then interval '2 hours' else interval '1 second' end;
begin
    if before.folded_at is null then
        return true; -- Each purchase of a first snapshot; what it grants need not be looked up.
    end if;
    return before.owner_uuid is distinct from after.owner_uuid
        or split_part(before.product_id, ':', 1) <> split_part(after.product_id, ':', 1)
        or (_old_end <= is_drift.as_of) <> (_new_end <= is_drift.as_of)
        or case when _is_over then before.status_after_end <> after.status_after_end
                else before.status_until_end <> after.status_until_end
                     or before.will_renew <> after.will_renew end
        or (_new_end >= _old_end + _slack or _new_end <= _old_end - _slack)
           and not (_is_over and before.refunded_at is not null and after.refunded_at is not null)
        or before.entitlement_ids is distinct from after.entitlement_ids
           and exists (
               (select api.granted_entitlements(before.product_id, before.entitlement_ids)
                except
                select api.granted_entitlements(after.product_id, after.entitlement_ids))
               union all
               (select api.granted_entitlements(after.product_id, after.entitlement_ids)
                except
                select api.granted_entitlements(before.product_id, before.entitlement_ids)));
end
$$;
