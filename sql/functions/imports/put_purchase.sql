-- Stores what another biller says about one purchase, and returns the entitlements after it.
--
-- Called with a secret or an admin key. `purchase` has columns of entitlements.import_row; the
-- caller has checked the types. `as_of` is the moment of which the biller speaks. About each
-- transaction, facts of the latest moment count, in any order of arrival, and are the weakest
-- evidence, as in an import. An unknown id becomes an app user.
-- `outcome` is one of three words:
-- - stored: the facts count now;
-- - superseded: the facts are stored, but facts of a later moment count;
-- - known: RevenueCat has reported the purchase, and its word counts.
-- Idempotent: a purchase has one row of evidence for each moment.
-- Locks: the transaction → the app user → the purchase, as events do. Imports lock app users before
-- transactions, so a call that deadlocked with one is repeated.
-- Raises: app_user_not_found 404, product_not_in_catalog 404, product_not_grantable 409,
-- import_row_differs 409, import_row_invalid 422; 40001 if a concurrent write took an unknown id.

create function api.put_purchase(
    app_user_id text, purchase jsonb, as_of timestamptz,
    received_at timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _line constant entitlements.import_row := jsonb_populate_record(
        null::entitlements.import_row,
        put_purchase.purchase || jsonb_build_object(
            'number', 1, 'record', 'purchase', 'app_user_id', put_purchase.app_user_id));
    _unknown text[];
    _received_at timestamptz;
    _outcome text := 'known';
begin
    perform api.lock_transactions(array[_line.transaction_id]);
    _unknown := api.lock_present_app_users(array[_line.app_user_id]);
    _received_at := coalesce(put_purchase.received_at, clock_timestamp());
    perform api.require_fit_purchase(_line, put_purchase.as_of, _received_at);
    if not api.is_reported(_line) then
        _outcome := api.put_import(_line, _unknown, put_purchase.as_of, _received_at);
    end if;
    return query
    select found.answered_as_of,
           json_build_object(
               'outcome', _outcome,
               'detail', case _outcome
                   when 'known' then 'RevenueCat has told of the purchase: its word counts.'
                   when 'superseded' then 'Facts of a later moment count.' end,
               'app_user_id', _line.app_user_id,
               'plan', found.answer -> 'plan',
               'subscription_status', found.answer -> 'subscription_status',
               'entitlements', found.answer -> 'entitlements',
               'next_change_at', found.answer -> 'next_change_at')
      from api.get_entitlements(
               _line.app_user_id, _line.environment, put_purchase.received_at) as found;
end
$$;
