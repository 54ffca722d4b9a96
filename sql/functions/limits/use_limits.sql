-- Counts or reserves uses of limits by one tenant's app users, as one set in one transaction.
--
-- Called with a secret key, with up to 64 uses; the arrays have one length. A use with a time to
-- expire is reserved, any other counted. A use with a moment of its own, at most 366 days ago, is a
-- fact: it counts in the windows that hold that moment, even above the limit.
-- Uses of one limit by one app user are decided in order, and those of a pool member by member. A
-- use that repeats a reference comes right after the first.
-- A use above the limit is refused and counts nothing: `refusal` is its code, and `answer` shows
-- the limit. A use of a limit that the tenant file lacks is refused with a `detail`. A use that
-- takes the last, or leaves little, is in the change log.
-- Idempotent by reference; without one, every use counts.
-- The clock is read after locking, so that a decision sees all earlier writes.
-- Null: use_references[], expires_in_seconds[], used_ats[].
-- Locks: households of pools by id → the app users by uuid → uses and reservations.
-- Refuses: limit_not_in_catalog 404, limit_reached 429, reference_reused 422, used_at_out_of_range
-- 422.

create function api.use_limits(
    app_user_ids text[], limit_ids text[], amounts integer[], use_references text[],
    expires_in_seconds integer[], used_ats timestamptz[], environment text,
    as_of timestamptz default null)
returns table (
    number integer, answered_as_of timestamptz, answer json, refusal text, detail text)
language plpgsql volatile rows 64
as $$
declare
    _use record; _state entitlements.limit_state; _held entitlements.reservations;
    _taken entitlements.reservations[]; _counted entitlements.reservations[];
    _pooled entitlements.reservations[]; _throttled entitlements.reservations[];
    _reached entitlements.limit_state[]; _near entitlements.limit_state[];
    -- From this percentage a use is logged as a notice; null if none is.
    _near_percent constant integer := (
        select nullif(rules.limit_near_percent, 0) from entitlements.notice_rules rules
         where rules.tenant_id = entitlements.current_tenant_id()
           and rules.is_logged and use_limits.environment = 'production');
begin
    perform api.lock_uses(use_limits.app_user_ids, use_limits.limit_ids);
    answered_as_of := coalesce(use_limits.as_of, clock_timestamp());
    for _use in
        select * from api.asked_uses(
            use_limits.app_user_ids, use_limits.limit_ids, use_limits.amounts,
            use_limits.use_references, use_limits.expires_in_seconds, use_limits.used_ats,
            use_limits.environment, answered_as_of)
    loop
        if _use.is_first_of_pool then _pooled := '{}'; end if;
        if _use.is_first then _state := api.with_uses(_use.state, _pooled); end if;
        if not _use.is_repeated then _held := _use.made; end if;
        refusal := case
            when _state.limit_id is null then 'limit_not_in_catalog'
            when _use.amount <> _held.amount then 'reference_reused'
            when _held.reservation_id is not null then null
            when _use.used_at > answered_as_of
              or _use.used_at < answered_as_of - interval '366 days' then 'used_at_out_of_range'
            when _use.used_at is null and _use.amount > api.left_of(_state)
            then 'limit_reached' end;
        if refusal is null and _held.reservation_id is null then
            _held := _use.proposed;
            if _held.reservation_id is not null then _taken := _taken || _held; end if;
            if _held.made_at <@ _state.own_spans
               and (_state.counts_covered or not _held.is_covered) then
                if _state.is_pooled then _pooled := _pooled || _held; end if;
                _state := api.with_uses(_state, array[_held]);
                _state.own_used := _state.own_used + _held.amount;
                if api.left_of(_state) = 0 then _reached := _reached || _state; end if;
                if api.is_near(_state, _near_percent) then _near := _near || _state; end if;
            end if;
            if _use.used_at is null then
                _counted := _counted || _held;
            else -- Counted at once: it may leave the window before the others.
                perform api.add_uses(array[_held]);
            end if;
        end if;
        if api.is_throttled(_state) then _throttled := _throttled || (_use.proposed); end if;
        number := _use.number;
        detail := case refusal when 'limit_not_in_catalog'
                  then api.unknown_name('limit', _use.limit_id) end;
        answer := case coalesce(refusal, '')
            when '' then api.usage_json(api.limit_json(_state, 1, answered_as_of), _held)
            when 'limit_reached'
            then api.limit_reached_json(_state, _use.amount, answered_as_of) end;
        return next;
    end loop;
    perform api.add_uses(_counted);
    perform api.add_reservations(_taken, answered_as_of);
    if _throttled is not null then -- For the findings: the use is above its fair use.
        insert into entitlements.overuses as noted
               (tenant_id, limit_id, app_user_id, first_at, last_at)
        select distinct entitlements.current_tenant_id(), use.limit_id, use.app_user_id,
               answered_as_of, answered_as_of
          from unnest(_throttled) as use
            on conflict on constraint overuses_pkey do update
           set last_at = greatest(noted.last_at, excluded.last_at);
    end if;
    perform api.log_reached_limits(_reached, answered_as_of);
    perform api.log_near_limits(_near, answered_as_of);
end
$$;
