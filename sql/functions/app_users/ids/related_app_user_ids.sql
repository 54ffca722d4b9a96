-- Returns all ids between which a purchase of the given ids can have moved.
--
-- These are the ids of their app users and of all app users that transfers connect with them.
-- Few app users have a transfer, so that is checked first.

create function api.related_app_user_ids(app_user_ids text[]) returns text[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := array(
        select own.app_user_id
          from entitlements.app_user_ids known
          join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
         where known.tenant_id = _tenant_id
           and known.app_user_id = any (related_app_user_ids.app_user_ids));
begin
    if not exists (
        select from entitlements.transfer_sides side
         where side.tenant_id = _tenant_id and side.app_user_id = any (_ids)) then
        return _ids;
    end if;

    return array(
        -- From ids to transfers and back, so that a transfer of hundreds of ids is read once.
        with recursive related (id, evidence_id) as (
            select unnest(_ids) collate "C", null::text collate "C"
            union
            select next.id, next.evidence_id
              from related
             cross join lateral (
                   select own.app_user_id, null
                     from entitlements.app_user_ids known
                     join entitlements.app_user_ids own
                       on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
                    where known.tenant_id = _tenant_id and known.app_user_id = related.id
                    union all
                   select null, side.evidence_id
                     from entitlements.transfer_sides side
                    where side.tenant_id = _tenant_id and side.app_user_id = related.id
                    union all
                   select side.app_user_id, null
                     from entitlements.transfer_sides side
                    where side.tenant_id = _tenant_id
                      and side.evidence_id = related.evidence_id)
                   as next (id, evidence_id)
        )
        select related.id from related where related.id is not null);
end
$$;
