-- Gives an orphan to an identified app user who has proved that it is theirs.
--
-- If an anonymous app user owns the orphan, it is merged with the claiming one. Otherwise the claim
-- settles the owner.
-- Called with a secret or an admin key, or for an end user. Exactly one of `orphan_id` and
-- `app_user_id_of_purchase` is given. A dry run returns the same answer and is rolled back.
-- A missing orphan and a wrong proof get the same error.
-- `issuer` is that of an end user's token, and null for a key: only end users' wrong claims are
-- counted. So that the count stays, their refusal is returned in `refusal` and not raised.
-- Idempotent: the present owner gets the outcome `already_owned`.
-- Null: orphan_id, app_user_id_of_purchase, proof, proof_digest.
-- Locks: households by id → app users by uuid → purchases by id → what belongs to them → the
-- counts of wrong claims.
-- Refuses: orphan_not_found 404, too_many_attempts 429.
-- Raises: too_many_attempts 429, claim_expired 410, not_identified 409, merge_conflict 409,
-- purchase_moved_too_often 409.

create function api.claim_orphan(
    app_user_id text, orphan_id uuid, app_user_id_of_purchase text, proof text,
    proof_digest bytea, actor text, is_dry_run boolean default false,
    issuer text default null, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json, refusal text)
language plpgsql volatile rows 1
set plan_cache_mode = 'force_generic_plan'
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of timestamptz := coalesce(claim_orphan.as_of, clock_timestamp());
    _refusal text;
    _found record;
    _orphan entitlements.orphans;
    _holder text;
    _linked text[]; -- Null: not held yet.
    _answer jsonb;
begin
    perform api.require_claim_attempts_left(
        claim_orphan.app_user_id, claim_orphan.issuer, _as_of);
    -- Another call may claim the orphan during the wait: repeat until the locked one is current.
    -- All orphans of an app user are claimed together, so the newest stands for all. A resolved one
    -- is found with its present owner, so that a repeated claim is recognised.
    loop
        select orphan, coalesce(
                   claim_orphan.app_user_id_of_purchase, purchase.owner_app_user_id) as holder
          into _found
          from entitlements.orphans orphan
          join entitlements.purchases purchase
            on purchase.tenant_id = _tenant_id and purchase.purchase_id = orphan.purchase_id
         where orphan.tenant_id = _tenant_id
           and (orphan.orphan_id = claim_orphan.orphan_id
                or purchase.owner_uuid = (
                    select own.app_user_uuid from entitlements.app_user_ids own
                     where own.tenant_id = _tenant_id
                       and own.app_user_id = claim_orphan.app_user_id_of_purchase))
         order by orphan.resolved_at desc nulls first, orphan.orphaned_at desc, orphan.orphan_id
         limit 1;
        exit when _found.orphan is not distinct from _orphan
              and _found.holder is not distinct from _holder and _linked is not null;
        _orphan := _found.orphan;
        _holder := _found.holder;
        _linked := api.lock_linked_app_users(
            array_remove(array[_holder, claim_orphan.app_user_id], null));
        perform from entitlements.purchases purchase
          where purchase.tenant_id = _tenant_id
            and purchase.purchase_id = _orphan.purchase_id
            for no key update;
    end loop;
    _as_of := coalesce(claim_orphan.as_of, clock_timestamp());
    begin
        _answer := api.make_claim(
            _orphan, _holder, claim_orphan.app_user_id, claim_orphan.proof,
            claim_orphan.proof_digest, claim_orphan.actor, _linked, _as_of);
        if claim_orphan.is_dry_run then
            raise sqlstate 'HDRY0'; -- Rolls back; _answer keeps its value.
        end if;
    exception
        when sqlstate 'HDRY0' then
            _answer := _answer || '{"merge_id": null}';
        when sqlstate 'PT404' then
            if sqlerrm <> 'orphan_not_found' then
                raise;
            end if;
            _refusal := api.count_wrong_claim(
                claim_orphan.app_user_id, claim_orphan.issuer, _as_of);
            _answer := case when _refusal <> sqlerrm then api.next_attempt_json(_as_of)::jsonb end;
    end;
    return query select _as_of, _answer::json, _refusal;
end
$$;
