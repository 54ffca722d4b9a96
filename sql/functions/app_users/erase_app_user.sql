-- Erases an app user: replaces each of their ids with a random name wherever it is stored.
--
-- Called with a secret or an admin key.
-- The app user leaves their household, and their proofs are deleted. Purchases stay under the
-- random names, so that totals and other app users' access stay right. Their events lose the ids in
-- this transaction; of very many, erase_webhook_events does the rest.
-- Notifies `hearth_changes` of the erasure: servers keep the newest changes in memory.
-- The ids stay out (see kept_out_ids) until the app registers one, or something later is about it.
-- Delete the RevenueCat customer first: a later event under an old id creates a new app user.
-- Repeated: raises app_user_not_found.
-- Locks: households by id → app users by uuid → purchases by id → rows that name the ids → events,
-- skipping locked ones.
-- Raises: app_user_not_found 404.

create function api.erase_app_user(
    app_user_id text, actor text, as_of timestamptz default null)
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _linked constant text[] := api.lock_known_app_user(erase_app_user.app_user_id);
    _as_of constant timestamptz := coalesce(erase_app_user.as_of, clock_timestamp());
    _ids constant text[] := api.ids_of_app_user(erase_app_user.app_user_id);
    _app_user_uuid constant uuid := (
        select own.app_user_uuid from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id and own.app_user_id = erase_app_user.app_user_id);
    _names constant text[] := array(
        select case when own.is_anonymous then '$RCAnonymousID:' else '' end
               || 'erased-' || gen_random_uuid()
          from unnest(_ids) with ordinality as named (id, position)
          join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_id = named.id
         order by named.position);
    -- Most app users have fewer events.
    _events_at_once constant integer := 200;
    _events constant text[] := api.events_of_erased(_ids, _linked);
    _erasure_id uuid;
    _departed uuid[];
begin
    if _linked is null then
        raise sqlstate 'PT404' using message = 'app_user_not_found',
            detail = 'No app user has this id.';
    end if;
    perform api.close_anonymous_ids(_ids, array[]::uuid[], _as_of);
    _departed := array(
        select unnest(api.depart_household(
                   member.household_id, member.member_id, 'left', 'transfer', _as_of))
          from api.memberships_of(_app_user_uuid) as member
         where member.left_at is null);
    perform api.delete_traces(_app_user_uuid, _ids);
    perform api.rename_traces(_linked, _ids, _names);
    update entitlements.app_user_ids own
       set app_user_id = named.name
      from unnest(_ids, _names) as named (id, name)
     where own.tenant_id = _tenant_id and own.app_user_id = named.id;
    update entitlements.app_users app_user
       set erased_at = _as_of, confirmed_at = null
     where app_user.tenant_id = _tenant_id and app_user.app_user_uuid = _app_user_uuid;
    -- Folding finds snapshots by the id that was read, which has changed.
    perform api.derive(
        api.all_changes(
            api.changes_of(app_user_uuids => _departed || _app_user_uuid),
            api.refold_related_purchases(_names)),
        'erasure');
    perform api.add_audit_entry(
        'erase', erase_app_user.actor, 'erased', _names, '[]', '[]', _as_of);
    insert into entitlements.erasures (tenant_id, erased_at, spellings, finished_at)
    values (_tenant_id, _as_of, '{}', _as_of)
    returning erasure_id into strict _erasure_id;
    insert into entitlements.kept_out_ids (tenant_id, digest, erased_at)
    select _tenant_id, entitlements.id_digest(_tenant_id, named.id), _as_of
      from unnest(_ids) as named (id)
        on conflict do nothing;
    perform api.erase_events(_events, _erasure_id, _ids, _names, _events_at_once);
    perform pg_notify('hearth_changes', _tenant_id || ' erasure');
end
$$;
