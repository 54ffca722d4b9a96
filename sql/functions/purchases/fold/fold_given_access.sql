-- Folds a snapshot's word that there is access after the expiry, or that there is none before it:
-- the word decides.
--
-- internal: called by fold_snapshot, with the state before and after all else that it says.
-- Until when access goes on is not said. What an event said of grace stays; else it is a day, and
-- somebody asks again by then. What gives no access ended when we learned of it, or when it had
-- ended as we knew it; a purchase that is paid once can only have been refunded.
-- Pure: reads nothing but its arguments.

create function api.fold_given_access(
    state entitlements.purchases, before entitlements.purchases, told entitlements.evidence)
returns entitlements.purchases
language plpgsql immutable security invoker
set search_path = ''
as $$
declare
    s entitlements.purchases := state;
begin
    if told.gives_access then
        s.grace_expires_at := case
            when before.grace_expires_at > told.order_at then before.grace_expires_at
            else told.order_at + interval '1 day' end;
    elsif s.is_one_time and s.store <> 'promotional' then
        s.refunded_at := coalesce(told.refunded_at, before.refunded_at, told.order_at);
    else
        s.ended_at := least(told.order_at, greatest(before.access_ends_at, s.starts_at));
    end if;
    return s;
end
$$;
