-- Returns what app users may do at a moment, as one set: entitlements, plan, and the next change.
--
-- Called with any key of the tenant, with up to 64 ids; the answers come in their order. An unknown
-- app user id has bought nothing and is not created. Stored answers that are right at the moment
-- (see stored_answer) are found in one statement, and so is the answer of ids that no table has.
-- Only if one is missing does another statement derive, because a plan pays for each of its parts
-- whenever it starts. What is to be derived is computed before: plans: rule 6.

create function api.get_entitlements_set(
    app_user_ids text[], environment text default 'production', as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 16
set plan_cache_mode = force_generic_plan
as $$
declare
    _as_of constant timestamptz := coalesce(get_entitlements_set.as_of, now());
    _uuids uuid[]; _answers json[]; _missing uuid[];
begin
    select array_agg(found.app_user_uuid order by found.number),
           array_agg(found.answer order by found.number),
           array_agg(distinct found.app_user_uuid) filter (where found.answer is null)
      into _uuids, _answers, _missing
      from (select named.number, known.app_user_uuid,
                   coalesce(stored.answer, nothing.answer) as answer
              from unnest(get_entitlements_set.app_user_ids)
                   with ordinality as named (app_user_id, number)
              left join lateral api.app_user_of(named.app_user_id) as known
                on true
              left join lateral api.stored_answer(
                        known.app_user_uuid, get_entitlements_set.environment, _as_of) as stored
                on true
              left join lateral api.answer_of_unknown() as nothing
                on known.app_user_uuid is null) as found;
    if _missing is not null then
        with derived as materialized (
            select one.app_user_uuid, one.answer
              from api.derived_answers(
                       _missing, get_entitlements_set.environment, _as_of, _as_of < now()) as one)
        select array_agg(coalesce(found.answer, derived.answer) order by found.number)
          into _answers
          from unnest(_uuids, _answers) with ordinality as found (app_user_uuid, answer, number)
          left join derived
            on found.answer is null and derived.app_user_uuid = found.app_user_uuid;
    end if;
    return query
    select _as_of, one.answer
      from unnest(_answers) with ordinality as one (answer, number) order by one.number;
end
$$;
