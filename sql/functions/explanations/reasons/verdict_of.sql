-- Returns the verdict of an explanation.
--
-- What decides without an entitlement comes first, then the source of an allowed answer, or else
-- the most telling reason.

create function api.verdict_of(
    asked_code text, asked_id text, is_allowed boolean, answer jsonb, is_known boolean,
    reasons entitlements.explained_reason[])
returns entitlements.explained_reason
language plpgsql stable
as $$
declare
    _number constant bigint := (
        select listed.ordinality from unnest(reasons) with ordinality as listed
         where listed.gives_access = verdict_of.is_allowed
           and (not verdict_of.is_allowed or listed.has_won)
         order by verdict_of.is_allowed
                      and listed.facts ->> 'entitlement_id' = verdict_of.asked_id desc nulls last,
                  listed.ordinality
         limit 1);
begin
    if verdict_of.asked_code is not null then
        return api.explained_reason(
            null, verdict_of.asked_code,
            jsonb_build_object(
                'id', verdict_of.asked_id,
                'used', verdict_of.answer -> 'used', 'limit', verdict_of.answer -> 'limit',
                'remaining', verdict_of.answer -> 'remaining',
                'resets_at', verdict_of.answer -> 'resets_at'));
    elsif _number is not null then
        return reasons[_number];
    end if;
    return api.explained_reason(
        null, case when verdict_of.is_known then 'nothing_bought' else 'unknown_id' end, '{}');
end
$$;
