-- Counts a wrong code, and returns its refusal: too_many_code_attempts above the limit.
--
-- Counts for the app user and for the tenant. The caller returns the refusal and does not raise it,
-- so that the count is committed.
-- Locks: the counts.

create function api.count_wrong_code(app_user_id text, as_of timestamptz) returns text
language plpgsql volatile security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _rules constant entitlements.code_rules := api.code_rules();
    _hour constant timestamptz := date_trunc('hour', count_wrong_code.as_of, 'UTC');
    _own bigint;
    _all bigint;
begin
    insert into entitlements.code_attempts as counted (tenant_id, app_user_id, hour, attempts)
    values (_tenant_id, count_wrong_code.app_user_id, _hour, 1)
        on conflict on constraint code_attempts_pkey do update
       set attempts = least(counted.attempts, 1000000000) + 1;
    insert into entitlements.code_attempts as counted (tenant_id, app_user_id, hour, attempts)
    values (_tenant_id, '', _hour, 1)
        on conflict on constraint code_attempts_pkey do update
       set attempts = least(counted.attempts, 1000000000) + 1
    returning counted.attempts into _all;
    select sum(counted.attempts) into _own
      from entitlements.code_attempts counted
     where counted.tenant_id = _tenant_id and counted.hour = _hour
       and counted.app_user_id = any (
           api.ids_of_app_user(count_wrong_code.app_user_id) || count_wrong_code.app_user_id);
    return case when _own > _rules.attempts_per_hour or _all > _rules.tenant_attempts_per_hour
                then 'too_many_code_attempts' else 'code_not_found' end;
end
$$;
