-- Returns every entitlement an app user has or had, the plan, and when the clock next changes them.
--
-- Called with any key of the tenant. An unknown app user id has bought nothing and is not created.
-- The stored answer is used if it is right at the moment (see stored_answer). Otherwise the answer
-- is derived.

create function api.get_entitlements(
    app_user_id text, environment text default 'production', as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _known record;
begin
    answered_as_of := coalesce(get_entitlements.as_of, now());
    select known.app_user_uuid, stored.answer
      into _known
      from entitlements.app_user_ids known
      left join lateral api.stored_answer(
                known.app_user_uuid, get_entitlements.environment, answered_as_of) as stored
        on true
     where known.tenant_id = _tenant_id and known.app_user_id = get_entitlements.app_user_id;
    answer := _known.answer;
    if answer is null then
        answer := (select derived.answer
                     from api.derived_answers(
                              array[_known.app_user_uuid], get_entitlements.environment,
                              answered_as_of, answered_as_of < now()) as derived);
    end if;
    return next;
end
$$;
