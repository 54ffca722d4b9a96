-- Identifies an anonymous app user by a new id, or merges them into an identified app user.
--
-- Called with a secret key, whose server vouches, or for an end user, who proves both ids.
-- A dry run returns the same answer and stores nothing.
-- Idempotent: if the ids are one app user already, it returns the first answer for any proof.
-- Null: proof, proof_digest.
-- Locks: the new id → households by id → app users by uuid → purchases by id → what belongs to
-- them.
-- Raises: proof_required 403, proof_invalid 403, not_anonymous 409, merge_conflict 409,
-- purchase_moved_too_often 409.

create function api.identify_app_user(
    anonymous_app_user_id text, app_user_id text, proof text, proof_digest bytea, actor text,
    is_dry_run boolean default false, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
set plan_cache_mode = 'force_generic_plan'
as $$
declare
    _anonymous constant text := identify_app_user.anonymous_app_user_id;
    _identified constant text := identify_app_user.app_user_id;
    _as_of timestamptz := coalesce(identify_app_user.as_of, clock_timestamp());
    _linked text[];
    _answer jsonb := api.identified_answer(_anonymous, _identified);
begin
    if _answer is null then
        begin
            if identify_app_user.proof in ('vouched', 'operator') then -- On purpose.
                perform api.readmit_ids(array[_anonymous, _identified]);
            end if;
            perform api.add_app_user_ids(array[_anonymous]);
            _linked := api.lock_linked_app_users(array[_anonymous, _identified]);
            -- Take the time after the wait for locks. Another call may have merged the ids.
            _as_of := coalesce(identify_app_user.as_of, clock_timestamp());
            _answer := api.identified_answer(_anonymous, _identified);
            if _answer is null then
                perform api.accept_proof(
                    _anonymous, _identified, identify_app_user.proof,
                    identify_app_user.proof_digest, _as_of);
                _answer := (api.merge_app_user_ids(
                    _anonymous, _identified, identify_app_user.proof, 'merge',
                    identify_app_user.actor, 'identified', _linked, _as_of)).answer;
            end if;
            if identify_app_user.is_dry_run then
                raise sqlstate 'HDRY0'; -- Undoes everything; the answer stays in its variable.
            end if;
        exception when sqlstate 'HDRY0' then
            _answer := _answer || '{"merge_id": null}';
        end;
    end if;
    return query select _as_of, _answer::json;
end
$$;
