-- Gives an orphan to an identified app user who has proved that it is theirs.
--
-- If an anonymous app user owns the orphan, it is merged with the claiming one. Otherwise the claim
-- settles the owner.
-- Called with a secret or an admin key, or for an end user. Exactly one of `orphan_id` and
-- `app_user_id_of_purchase` is given. A dry run returns the same answer and is rolled back.
-- A missing orphan and a wrong proof get the same error.
-- Idempotent: the present owner gets the outcome `already_owned`.
-- Locks: households by id → app users by uuid → purchases by id → what belongs to them.
-- Raises: orphan_not_found 404, claim_expired 410, not_identified 409, merge_conflict 409,
-- purchase_moved_too_often 409.

create function api.claim_orphan(
    app_user_id text, orphan_id uuid, app_user_id_of_purchase text, proof text,
    proof_digest bytea, actor text, dry_run boolean default false,
    as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile security invoker rows 1
set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
    _as_of timestamptz;
    _found record;
    _orphan entitlements.orphans;
    _holder text;
    _is_held boolean := false;
    _answer jsonb;
begin
    -- Another call may claim the orphan during the wait: repeat until the locked one is current.
    loop
        select found.* into _found
          from api.claimable_orphan(
                   claim_orphan.orphan_id, claim_orphan.app_user_id_of_purchase) as found;
        exit when _found.orphan is not distinct from _orphan
              and _found.holder is not distinct from _holder and _is_held;
        _orphan := _found.orphan;
        _holder := _found.holder;
        perform api.lock_linked_app_users(
            array_remove(array[_holder, claim_orphan.app_user_id], null));
        perform from entitlements.purchases purchase
          where purchase.tenant_id = entitlements.current_tenant_id()
            and purchase.purchase_id = _orphan.purchase_id
            for no key update;
        _is_held := true;
    end loop;
    _as_of := coalesce(claim_orphan.as_of, clock_timestamp());
    begin
        _answer := api.identified_answer(_holder, claim_orphan.app_user_id);
        if _answer is null then
            perform api.require_claim(
                _orphan, _holder, claim_orphan.app_user_id, claim_orphan.proof,
                claim_orphan.proof_digest, _as_of);
            _answer := case
                when _holder is null then api.assign_orphan(
                    _orphan, claim_orphan.app_user_id, claim_orphan.proof, claim_orphan.actor,
                    _as_of)
                else (api.merge_app_user_ids(
                    _holder, claim_orphan.app_user_id, claim_orphan.proof, 'claim',
                    claim_orphan.actor, 'orphan ' || _orphan.orphan_id, _as_of)).answer
                    || '{"outcome": "claimed"}' end;
        else
            _answer := _answer || '{"outcome": "already_owned"}';
        end if;
        if claim_orphan.dry_run then
            raise sqlstate 'HDRY0'; -- Rolls back; _answer keeps its value.
        end if;
    exception when sqlstate 'HDRY0' then
        _answer := _answer || '{"merge_id": null}';
    end;
    return query select _as_of, _answer::json;
end
$$;
