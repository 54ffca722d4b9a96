-- Returns the stored answer of an app user, and when it was derived; no row without one.
--
-- An answer that was never derived is what an unknown id may do. Answers about the sandbox are
-- stored without a moment.
-- Inlined (plans: rule 6).

create function api.listed_answer(app_user_uuid uuid, environment text)
returns table (answer json, updated_at timestamptz)
language sql stable rows 1
begin atomic
    select coalesce(stored.answer,
                    (select unknown.answer from api.answer_of_unknown() as unknown)),
           case when isfinite(stored.derived_at) then stored.derived_at end
      from (select held.answer, held.derived_at from entitlements.stored_answers held
             where listed_answer.environment = 'production'
               and held.tenant_id = entitlements.current_tenant_id()
               and held.app_user_uuid = listed_answer.app_user_uuid
             union all
            select held.answer, null::timestamptz from entitlements.sandbox_answers held
             where listed_answer.environment = 'sandbox'
               and held.tenant_id = entitlements.current_tenant_id()
               and held.app_user_uuid = listed_answer.app_user_uuid
            offset 0) as stored;
end;
