-- Returns the ids that had been heard of by a moment and may have to do with what was asked.
--
-- They are connected with the id, with those under which evidence tells of the transaction, and
-- with the members of their households (see connected_app_user_ids).

create function api.heard_app_user_ids(
    app_user_id text, transaction_id text, known_at timestamptz)
returns text[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := api.connected_app_user_ids(
        array[heard_app_user_ids.app_user_id] || array(
            select evidence.app_user_id from entitlements.evidence evidence
             where evidence.tenant_id = _tenant_id
               and evidence.transaction_id = heard_app_user_ids.transaction_id
               and evidence.app_user_id is not null
             union
            select evidence.app_user_id
              from entitlements.purchases bought
              join entitlements.evidence evidence
                on evidence.tenant_id = _tenant_id and evidence.purchase_id = bought.purchase_id
             where bought.tenant_id = _tenant_id
               and bought.chain_id = heard_app_user_ids.transaction_id));
    _all constant text[] := api.connected_app_user_ids(_ids || array(
        select distinct mate.app_user_id
          from unnest(_ids) as named (id)
         cross join lateral api.memberships_under(named.id) as home
         cross join lateral api.members_of(home.household_id) as mate));
begin
    return array(
        select distinct named.id
          from unnest(_all) as named (id)
         cross join lateral api.app_user_of(named.id) as known
         where known.created_at <= heard_app_user_ids.known_at);
end
$$;
