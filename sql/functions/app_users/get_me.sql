-- Returns all that a start screen shows an end user, also one that Hearth has never seen.
--
-- Called with an end user's token. Each part is the answer of the function that answers it alone.
-- An unknown app user id has bought nothing and is not created; `is_anonymous` says what its token
-- says.

create function api.get_me(
    app_user_id text, is_anonymous boolean, environment text default 'production',
    as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
set plan_cache_mode = force_generic_plan
as $$
declare
    _id constant text := get_me.app_user_id;
    _environment constant text := get_me.environment;
    _known constant json := (
        select known.answer from api.get_app_user(_id, get_me.as_of) as known);
    _household constant json := (
        select api.household_seen_by(household.answer, _id)
          from api.get_app_user_household(_id, get_me.as_of) as household);
begin
    return query
    select found.answered_as_of,
           json_build_object(
               'app_user_ids', coalesce(_known -> 'app_user_ids', json_build_array(_id)),
               'kind', coalesce(
                   _known ->> 'kind',
                   case when get_me.is_anonymous or starts_with(_id, '$RCAnonymousID:')
                             or _id ^@ any (api.anonymous_prefixes())
                        then 'anonymous' else 'identified' end),
               'created_at', _known -> 'created_at',
               'plan', found.answer -> 'plan',
               'subscription_status', found.answer -> 'subscription_status',
               'entitlements', found.answer -> 'entitlements',
               'next_change_at', found.answer -> 'next_change_at',
               'features', api.features_json(found.answer -> 'entitlements'),
               'limits', shown.limits,
               'credits', shown.credits,
               'notices', shown.notices,
               'household', (
                   select json_object_agg(part.name, part.value order by part.position)
                     from (select part.name, part.value, part.position
                             from json_each(_household) with ordinality
                                  as part (name, value, position)
                            union all
                           select part.name, part.value, 1000
                             from json_each(_known -> 'household') as part (name, value)
                            where _household is not null
                              and part.name in ('role', 'joined_at')) as part),
               'subscriptions', coalesce(_known -> 'subscriptions', '[]'),
               'purchases', coalesce(_known -> 'purchases', '[]'),
               'grants', coalesce(_known -> 'grants', '[]'))
      from api.get_entitlements(_id, _environment, get_me.as_of) as found
     cross join api.shown_by_wings(_id, _environment, get_me.as_of) as shown;
end
$$;
