-- Compares a household's members with its seats and applies the tenant's rule for lost seats.
--
-- Called by the review worker. Also updates what devices are sent, and returns when the next review
-- is due.
-- `newest_out`: a notice runs from the first review that finds too many members; then the newest
-- leave, never the owner. `freeze_joins`: all members stay, and the household is closed to new ones
-- until there are enough seats.
-- Idempotent: the same seats and members again change nothing.
-- Null: next_due_at.
-- Locks: the household → its members by uuid → their purchases by id → the review.
-- Raises: household_not_found 404.

create function api.review_household(household_id uuid, as_of timestamptz default null)
returns table (downgraded integer, next_due_at timestamptz)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(review_household.as_of, now());
    _household constant entitlements.households :=
        api.lock_household(review_household.household_id);
    _rules constant entitlements.household_rules := api.household_rules();
    _seats record;
    _left uuid[] := array[]::uuid[];
    _exceeded_at timestamptz;
    _ends_at timestamptz;
begin
    perform api.lock_members(_household.household_id);
    -- Delete before the seats are counted: a review that is queued from now on is kept.
    delete from entitlements.household_reviews review
     where review.tenant_id = _tenant_id and review.household_id = _household.household_id;
    select * into strict _seats from api.household_seats(_household.household_id, _as_of);
    if exists (select from api.newest_members(_household.household_id, _seats.seats)) then
        _exceeded_at := coalesce(_household.seats_exceeded_at, _as_of);
    end if;
    downgraded := 0;
    if _exceeded_at is not null and _rules.downgrade = 'newest_out' then
        _ends_at := _exceeded_at + make_interval(days => _rules.downgrade_notice_days);
        if _ends_at <= _as_of then
            _left := array(
                select unnest(api.close_membership(
                           _household.household_id, newest.member_id, 'downgraded', _as_of))
                  from api.newest_members(_household.household_id, _seats.seats) as newest);
            downgraded := cardinality(_left);
            _exceeded_at := null;
            _ends_at := null;
        end if;
    end if;

    update entitlements.households household
       set seats_exceeded_at = _exceeded_at
     where household.tenant_id = _tenant_id
       and household.household_id = _household.household_id
       and household.seats_exceeded_at is distinct from _exceeded_at;
    perform api.derive(
        api.changes_of(app_user_uuids => _left || array(
            select distinct member.app_user_uuid from entitlements.household_members member
              left join lateral api.synced_member(member.member_id) as synced on true
             where member.tenant_id = _tenant_id and member.household_id = _household.household_id
               and (member.left_at is null or synced.id is not null))),
        'clock', array[_household.household_id::text]);
    -- A member who left may have had the seats. The end of a grace deletes a device row.
    next_due_at := least(
        case when _household.dissolved_at is null
             then least(_ends_at, _seats.changes_at, case when downgraded > 0 then _as_of end) end,
        (select min(member.access_ends_at) from entitlements.household_members member
          where member.tenant_id = _tenant_id and member.household_id = _household.household_id
            and member.access_ends_at > _as_of and isfinite(member.access_ends_at)
            and member.left_because <> 'dissolved'));
    if next_due_at is not null then
        perform api.queue_household_review(array[_household.household_id], next_due_at);
    end if;
    return next;
end
$$;
