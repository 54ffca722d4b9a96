-- Returns the codes of what an explanation considers, each with its place and what mends it.
--
-- The lowest place is the most telling. What gives access is below 200. From 200 to 299 is what was
-- paid for and cannot be used, then what ended, and from 400 on the rest. `running_place` is the
-- place while the purchase gives access to its owner. `remedies`: the best first.
-- Pure: reads nothing.

create function api.explanation_codes()
returns table (code text, place integer, running_place integer, remedies text[])
language sql immutable rows 60
begin atomic
    values ('own_purchase', 101, null::integer, '{}'::text[]),
           ('tester_purchase', 102, null, '{}'),
           ('alias_purchase', 103, null, '{}'),
           ('household_purchase', 104, null, '{}'),
           ('grant', 105, null, '{}'),

           ('transaction_unknown', 201, null, '{sync}'),
           ('event_failed', 202, null, '{retry_event}'),
           ('product_not_in_file', 405, 203, '{apply_product}'),
           ('not_identified', 406, 204, '{claim}'),
           ('transferred', 407, 205, '{give_grant}'),
           ('owned_by_another', 408, 206, '{give_grant}'),
           ('not_transferred', 409, 207, '{give_grant}'),
           ('alias_conflict', 410, 208, '{share_aliases}'),
           ('entitlement_not_shared', 413, 209, '{share_entitlement}'),
           ('left_household', 411, 210, '{invite}'),
           ('sharer_left', 412, 211, '{invite}'),
           ('only_owner_shares', 414, 212, '{share_from_members}'),
           ('grant_not_shared', 415, 213, '{share_grants}'),
           ('store_family_share', 416, 214, '{buy}'),
           ('ended_before_joining', 417, 215, '{buy}'),

           ('not_begun', 301, null, '{wait}'),
           ('payment_pending', 302, null, '{wait}'),
           ('paused', 303, null, '{sync,buy}'),
           ('billing_error', 304, null, '{sync,buy}'),
           ('refunded', 305, null, '{sync,buy}'),
           ('price_increase_declined', 306, null, '{sync,buy}'),
           ('unsubscribed', 307, null, '{sync,buy}'),
           ('ended_by_developer', 308, null, '{sync,buy}'),
           ('family_share_ended', 309, null, '{sync,buy}'),
           ('expired', 310, null, '{sync,buy}'),
           ('grant_revoked', 311, null, '{give_grant}'),
           ('grant_ended', 312, null, '{give_grant}'),

           ('sandbox_ignored', 401, null, '{add_tester}'),
           ('sandbox_purchase', 402, null, '{add_tester}'),
           ('production_purchase', 403, null, '{ask_production}'),
           ('gives_other_entitlements', 404, null, '{buy}'),
           ('event_not_understood', 418, null, '{retry_event}'),

           -- Verdicts without a purchase or an event.
           ('feature_denied', null, null, '{apply_feature}'),
           ('limit_reached', null, null, '{wait}'),
           ('nothing_bought', null, null, '{sync,name_transaction}'),
           ('unknown_id', null, null, '{sync,name_transaction}');
end;
