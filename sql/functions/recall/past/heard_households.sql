-- Returns the memberships of ids as they were at a moment, with their households and owners.
--
-- Lists of rows by name: `households`, `members` and `owners`.

create function api.heard_households(app_user_ids text[], known_at timestamptz) returns jsonb
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _members constant jsonb[] := array(
        select to_jsonb(member) || case
                   when member.left_at > heard_households.known_at
                   then '{"left_at": null, "left_because": null, "access_ends_at": "infinity"}'
                   when member.access_ends_at > heard_households.known_at
                        and member.promised_until is not null
                   then jsonb_build_object('access_ends_at', member.promised_until)
                   else '{}' end
          from unnest(heard_households.app_user_ids) as named (id)
         cross join lateral ( -- plans: rule 3
               select * from entitlements.household_members lived
                where lived.tenant_id = _tenant_id and lived.app_user_id = named.id
               offset 0) as member
         where greatest(member.joined_at, member.recorded_at) <= heard_households.known_at);
begin
    return jsonb_build_object(
        'members', to_jsonb(_members),
        'households', (
            select coalesce(jsonb_agg(to_jsonb(household)), '[]')
              from (select distinct (member ->> 'household_id')::uuid as id
                      from unnest(_members) as member) as named
              join entitlements.households household
                on household.tenant_id = _tenant_id and household.household_id = named.id),
        'owners', (
            select coalesce(
                       jsonb_agg(to_jsonb(owner) || case
                           when owner.owned_until > heard_households.known_at
                           then '{"owned_until": null}'::jsonb else '{}' end),
                       '[]')
              from unnest(_members) as member
             cross join lateral (
                   select * from entitlements.household_owners owning
                    where owning.tenant_id = _tenant_id
                      and owning.household_id = (member ->> 'household_id')::uuid
                      and owning.member_id = (member ->> 'member_id')::uuid
                   offset 0) as owner
             where owner.owned_from <= heard_households.known_at));
end
$$;
