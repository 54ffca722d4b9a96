-- Returns app users whose ids are not those that the links give; no rows unless there is a defect.
--
-- The links alone decide, so if this is empty, the order of arrival did not matter.

create function api.wrong_app_users() returns setof uuid
language plpgsql stable rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select distinct placed.app_user_uuid
      from (select own.app_user_uuid,
                   count(*) over (partition by own.app_user_uuid) as ids_of_app_user,
                   count(*) over (partition by forest.part) as ids_of_part,
                   count(*) over (partition by own.app_user_uuid, forest.part) as ids_of_both
              from api.partition_app_user_ids(array(
                       select known.app_user_id from entitlements.app_user_ids known
                        where known.tenant_id = _tenant_id)) as forest
              join entitlements.app_user_ids own
                on own.tenant_id = _tenant_id and own.app_user_id = forest.app_user_id) as placed
     where placed.ids_of_both < greatest(placed.ids_of_app_user, placed.ids_of_part);
end
$$;
