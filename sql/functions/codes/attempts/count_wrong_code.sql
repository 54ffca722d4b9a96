-- Counts a wrong code of an end user; returns its refusal, too_many_code_attempts above a limit.
--
-- Counts for the app user and for the issuer of their token. Without an issuer a key vouches, and
-- nothing is counted. The caller returns the refusal and does not raise it, so that the count is
-- committed.
-- Locks: the counts.

create function api.count_wrong_code(app_user_id text, issuer text, as_of timestamptz)
returns text
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _rules constant entitlements.code_rules := api.code_rules();
    _hour constant timestamptz := date_trunc('hour', count_wrong_code.as_of, 'UTC');
    _own_of_hour bigint;
    _own_of_day bigint;
    _of_issuer bigint;
begin
    if count_wrong_code.issuer is null then
        return 'code_not_found';
    end if;
    insert into entitlements.code_attempts as counted
           (tenant_id, app_user_id, issuer, hour, attempts)
    values (_tenant_id, count_wrong_code.app_user_id, '', _hour, 1)
        on conflict on constraint code_attempts_pkey do update
       set attempts = least(counted.attempts, 1000000000) + 1;
    insert into entitlements.code_attempts as counted
           (tenant_id, app_user_id, issuer, hour, attempts)
    values (_tenant_id, '', count_wrong_code.issuer, _hour, 1)
        on conflict on constraint code_attempts_pkey do update
       set attempts = least(counted.attempts, 1000000000) + 1
    returning counted.attempts into _of_issuer;
    select sum(counted.attempts) filter (where counted.hour = _hour), sum(counted.attempts)
      into _own_of_hour, _own_of_day
      from entitlements.code_attempts counted
     where counted.tenant_id = _tenant_id
       and counted.hour > _hour - interval '1 day' and counted.hour <= _hour
       and counted.app_user_id = any (
           api.ids_of_app_user(count_wrong_code.app_user_id) || count_wrong_code.app_user_id);
    return case when api.is_guessed_out(
                         _own_of_hour - 1, _own_of_day - 1, _of_issuer - 1,
                         _rules.attempts_per_hour, _rules.tenant_attempts_per_hour)
                then 'too_many_code_attempts' else 'code_not_found' end;
end
$$;
