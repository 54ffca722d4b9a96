-- Adds the next app users to a run that is being prepared.
--
-- Due app users come first, by risk. If the scope is `all`, the others follow, `maximum` a call;
-- those with purchases come first. Once all are listed, snapshots begin.
-- Call it until `is_prepared`. No row: the run is not being prepared.
-- Locks: the run.

create function api.list_run_app_users(
    run_id uuid, maximum integer, as_of timestamptz default null)
returns table (is_prepared boolean)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _run entitlements.runs;
    _app_users uuid[];
begin
    select run.* into _run from entitlements.runs run
     where run.tenant_id = _tenant_id and run.run_id = list_run_app_users.run_id
       and run.status = 'preparing'
       for no key update;
    if not found then
        return;
    end if;
    if _run.listed_until is null then
        insert into entitlements.run_app_users (tenant_id, run_id, app_user_id, risk)
        select _tenant_id, _run.run_id, due.app_user_id, due.risk
          from api.app_users_due(
               coalesce(list_run_app_users.as_of, now()), list_run_app_users.maximum) as due;
    end if;
    if _run.scope = 'all' then
        _app_users := array(
            select app_user.app_user_uuid from entitlements.app_users app_user
             where app_user.tenant_id = _tenant_id
               and (_run.listed_until is null or app_user.app_user_uuid > _run.listed_until)
             order by app_user.app_user_uuid
             limit list_run_app_users.maximum);
        insert into entitlements.run_app_users (tenant_id, run_id, app_user_id, risk)
        select _tenant_id, _run.run_id, asked.app_user_id,
               case when exists (
                   select from entitlements.purchases bought
                    where bought.tenant_id = _tenant_id
                      and bought.owner_uuid = app_user.app_user_uuid) then 7 else 8 end
          from unnest(_app_users) as app_user (app_user_uuid)
         cross join lateral api.app_user_id_to_read(app_user.app_user_uuid) as asked (app_user_id)
         where asked.app_user_id is not null
            on conflict do nothing;
    end if;
    is_prepared := coalesce(cardinality(_app_users), 0) < list_run_app_users.maximum;
    update entitlements.runs run
       set status = case when is_prepared then 'running' else run.status end,
           listed_until = coalesce(_app_users[cardinality(_app_users)], run.listed_until)
     where run.tenant_id = _tenant_id and run.run_id = _run.run_id;
    return next;
end
$$;
