-- Stores memberships of households with their dates, and returns what changed.
--
-- A new household gets an id made from its key. If all its members left, it is dissolved. A member
-- who left keeps access for the tenant's grace period, and the cool-down starts when they left.
-- If there are more members than seats, all stay until a review decides, as after a loss of seats.
-- The caller has locked the households and the app users. Idempotent: the caller passes no known
-- rows.
-- Locks: the new rows → the reviews.

create function api.import_members(rows entitlements.import_row[], as_of timestamptz)
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _rules constant entitlements.household_rules := api.household_rules();
    _changes entitlements.changes := api.changes_of();
    _living uuid[];
    _exceeded uuid[];
begin
    if not exists (select from unnest(import_members.rows) as line
                    where line.record = 'household_member' and line.outcome is null) then
        return _changes;
    end if;
    with asked as materialized (
        select * from api.asked_members(import_members.rows)),
    housed as (
        insert into entitlements.households
               (tenant_id, household_id, name, created_at, dissolved_at)
        select _tenant_id, asked.household_id, min((asked.line).household_name),
               min((asked.line).joined_at),
               case when bool_and((asked.line).left_at is not null)
                    then max((asked.line).left_at) end
          from asked
         group by asked.household_id
         order by asked.household_id
            on conflict on constraint households_pkey do update
           set created_at = least(households.created_at, excluded.created_at)),
    added as (
        insert into entitlements.household_members as member
               (tenant_id, household_id, member_id, app_user_id, app_user_uuid, seat, seats,
                joined_at, left_at, left_because, access_ends_at)
        select _tenant_id, asked.household_id, asked.member_id, (asked.line).app_user_id,
               asked.app_user_uuid, asked.seat, greatest(asked.seat, _rules.max_members),
               (asked.line).joined_at, (asked.line).left_at, (asked.line).left_because,
               coalesce((asked.line).left_at
                            + make_interval(days => _rules.departure_grace_days), 'infinity')
          from asked
        returning member.*),
    owned as (
        insert into entitlements.household_owners
               (tenant_id, household_id, member_id, owned_from, owned_until)
        select _tenant_id, asked.household_id, asked.member_id, (asked.line).joined_at,
               (asked.line).left_at
          from asked
         where (asked.line).role = 'owner')
    select array_agg(added.app_user_uuid),
           array_agg(added.household_id) filter (where added.left_at is null),
           array_agg(added.household_id) filter (
               where added.left_at is null and added.seat > _rules.max_members)
      into _changes.app_user_uuids, _living, _exceeded from added;
    if _exceeded is not null then
        perform api.queue_household_review(_exceeded, import_members.as_of);
    end if;
    perform api.queue_seat_review(_living, import_members.as_of);
    return _changes;
end
$$;
