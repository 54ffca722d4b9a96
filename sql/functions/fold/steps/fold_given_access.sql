-- Folds a snapshot that says access goes on after the expiry, or is gone before it.
--
-- `before` is the state before the snapshot; `state` holds its other fields already. The snapshot
-- decides, but does not say when access ends:
-- - Access goes on: to the end of grace that an event named, else for a day. The app user is read
--   again by then.
-- - Access is gone: it ended at the snapshot, or earlier if access had ended earlier. A purchase
--   paid once was refunded.

create function api.fold_given_access(
    state entitlements.purchases, before entitlements.purchases, evidence entitlements.evidence)
returns entitlements.purchases
language plpgsql immutable
as $$
declare
    _purchase entitlements.purchases := state;
begin
    if evidence.gives_access then
        _purchase.grace_expires_at := case
            when before.grace_expires_at > evidence.order_at then before.grace_expires_at
            else evidence.order_at + interval '1 day' end;
    elsif _purchase.is_one_time and _purchase.store <> 'promotional'
          and not _purchase.is_family_share then
        _purchase.refunded_at := coalesce(evidence.refunded_at, before.refunded_at,
                                          evidence.order_at);
    else
        _purchase.ended_at := least(
            evidence.order_at, greatest(before.access_ends_at, _purchase.starts_at));
    end if;
    return _purchase;
end
$$;
