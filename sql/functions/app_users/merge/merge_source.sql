-- Returns the start of a merge's row: the ids and purchases of the anonymous app user.
--
-- The caller has locked the app users, so none of them gains an id, a purchase or a household now.
-- Locks: none beyond the caller's.
-- Raises: not_anonymous 409.

create function api.merge_source(anonymous_app_user_id text, app_user_id text)
returns entitlements.merges
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _merge entitlements.merges;
    _source uuid;
begin
    select known.app_user_uuid into _source
      from entitlements.app_user_ids known
     where known.tenant_id = _tenant_id
       and known.app_user_id = merge_source.anonymous_app_user_id and known.is_anonymous;
    if not found
       or api.identified_app_user_id(merge_source.anonymous_app_user_id) is not null then
        raise sqlstate 'PT409' using message = 'not_anonymous',
            detail = 'The id to identify belongs to an identified app user.';
    end if;
    _merge.tenant_id := _tenant_id;
    _merge.anonymous_app_user_id := merge_source.anonymous_app_user_id;
    _merge.app_user_id := merge_source.app_user_id;
    _merge.moved_app_user_ids := array(
        select own.app_user_id from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id and own.app_user_uuid = _source
           and own.app_user_id <> merge_source.app_user_id
         order by own.app_user_id);
    _merge.moved_purchase_ids := array(
        select bought.purchase_id from entitlements.purchases bought
         where bought.tenant_id = _tenant_id and bought.owner_uuid = _source
         order by bought.purchase_id);
    return _merge;
end
$$;
