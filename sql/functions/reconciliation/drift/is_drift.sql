-- Whether what a snapshot made of a purchase is another thing than we believed, and not the same
-- told with other words.
--
-- internal: called by purchase_drift.
-- Version 1 of the API tells times to the second. Of what is over, RevenueCat's events tell up to
-- two hours after it was; and when money went back, each of its sources has a time of its own. A
-- lifetime may be written as an end far away.
-- Pure: reads nothing but its arguments.

create function api.is_drift(
    before entitlements.purchases, after entitlements.purchases, as_of timestamptz)
returns boolean
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _never constant timestamptz := is_drift.as_of + interval '50 years';
    _old_end constant timestamptz := least(before.access_ends_at, _never);
    _new_end constant timestamptz := least(after.access_ends_at, _never);
    _is_over constant boolean := _old_end <= is_drift.as_of and _new_end <= is_drift.as_of;
    _slack constant interval :=
        case when _is_over then interval '2 hours' else interval '1 second' end;
begin
    return before.folded_at is null
        or before.owner_uuid is distinct from after.owner_uuid
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
