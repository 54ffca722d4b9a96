-- Every purchase that gives a person something, or gave it: their own, and those that served a
-- household while they were in it. The one place that says what reaches whom, and from when until
-- when.
--
-- internal: called by entitlement_answers.
-- Whoever has no household pays for none: it is asked for first.
-- Locks: none.

create function api.usable_purchases(app_user_uuid uuid, environment text, as_of timestamptz)
returns table (
    household_id uuid, source_app_user_id text, is_held boolean, starts_at timestamptz,
    ends_at timestamptz, purchase entitlements.purchases)
language plpgsql stable security invoker rows 4
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := usable_purchases.as_of;
    _person constant uuid := usable_purchases.app_user_uuid;
    -- Of a past moment nothing is told that happened later; now and later, all that is known.
    _known_until constant timestamptz := case when _as_of < now() then _as_of else 'infinity' end;
begin
    return query
    select null::uuid, bought.owner_app_user_id, false, bought.access_starts_at,
           bought.access_ends_at, bought
      from api.owned_purchases(_person, usable_purchases.environment, _as_of) as bought;

    if exists (
        select from entitlements.household_members member
         where member.tenant_id = _tenant_id and member.app_user_uuid = _person) then
        return query
        select member.household_id, shared.sharer_app_user_id, shared.is_held,
               served.starts_at, served.ends_at, shared.purchase
          from entitlements.household_members member
         cross join lateral api.shared_purchases(
                   member.household_id, usable_purchases.environment, _as_of) as shared
         cross join lateral (
               select greatest(shared.starts_at, member.joined_at),
                      least(shared.ends_at,
                            case when member.left_at <= _known_until
                                 then member.access_ends_at end))
                   as served (starts_at, ends_at)
         where member.tenant_id = _tenant_id and member.app_user_uuid = _person
           and member.joined_at <= _known_until
           and (shared.is_held or shared.sharer_uuid <> _person)
           and served.starts_at < served.ends_at;
    end if;
end
$$;

grant execute on function api.usable_purchases(uuid, text, timestamptz) to hearth_server;
comment on function api.usable_purchases(uuid, text, timestamptz) is
    'Every purchase that gives a person something, or gave it: their own, and their household''s.';
