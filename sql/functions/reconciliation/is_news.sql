-- Whether a reading that says what the last one said may still change something: its people are
-- others now, something was told of them since, or what it says means something else at its time.
--
-- internal: called by repeat_reading, which holds the person.
-- Locks: none.

create function api.is_news(
    reading entitlements.snapshots, listed entitlements.evidence[],
    last entitlements.snapshots, app_user_uuid uuid)
returns boolean
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _own constant text[] := array(
        select own.app_user_id from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id and own.app_user_uuid = is_news.app_user_uuid);
begin
    return not reading.app_user_ids <@ _own
        or exists (
            select from unnest(listed) as told
             where told.expires_at > last.order_at and told.expires_at <= reading.order_at
                or greatest(told.purchased_at, told.original_purchased_at) > last.order_at
                or told.gives_access and told.expires_at <= reading.order_at)
        or exists (
            select from entitlements.evidence known
             where known.tenant_id = _tenant_id and known.app_user_id = any (_own)
               and known.order_at > last.order_at)
        or exists (
            select from entitlements.snapshots other
             where other.tenant_id = _tenant_id and other.app_user_id = any (_own)
               and other.order_at > last.order_at)
        or exists (
            select from entitlements.transfer_sides side
             where side.tenant_id = _tenant_id and side.app_user_id = any (_own))
        or cardinality(last.purchase_ids) <> (
            select count(*) from entitlements.purchases purchase
             where purchase.tenant_id = _tenant_id
               and purchase.purchase_id = any (last.purchase_ids)
               and purchase.owner_uuid = is_news.app_user_uuid
               and purchase.folded_at = last.order_at
               and purchase.folded_rank = entitlements.evidence_rank('snapshot'));
end
$$;

grant execute
    on function api.is_news(
        entitlements.snapshots, entitlements.evidence[], entitlements.snapshots, uuid)
    to hearth_server;
comment on function api.is_news(
    entitlements.snapshots, entitlements.evidence[], entitlements.snapshots, uuid) is
    'Whether a reading that says what the last one said may still change something.';
