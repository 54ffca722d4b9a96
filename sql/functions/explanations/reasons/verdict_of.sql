-- Returns the verdict of an explanation: its code and facts.
--
-- What decides without an entitlement comes first, then the source of an allowed answer, or else
-- the most telling reason.

create function api.verdict_of(
    asked_code text, asked_id text, is_allowed boolean, answer jsonb, is_known boolean,
    reasons jsonb[])
returns jsonb
language plpgsql stable
as $$
declare
    _verdict jsonb := (
        select reason from unnest(reasons) with ordinality as listed (reason, number)
         where (reason ->> 'place')::integer is not null
           and ((reason ->> 'place')::integer <= 5) = verdict_of.is_allowed
           and (not verdict_of.is_allowed or (reason ->> 'has_won')::boolean)
           and reason ->> 'reason' <> 'outranked'
         order by verdict_of.is_allowed
                      and reason #>> '{facts,entitlement_id}' = verdict_of.asked_id desc nulls last,
                  listed.number
         limit 1);
begin
    if verdict_of.asked_code is not null then
        return jsonb_build_object(
            'reason', verdict_of.asked_code,
            'facts', jsonb_build_object(
                'id', verdict_of.asked_id,
                'used', verdict_of.answer -> 'used', 'limit', verdict_of.answer -> 'limit',
                'remaining', verdict_of.answer -> 'remaining',
                'resets_at', verdict_of.answer -> 'resets_at'));
    end if;
    return coalesce(
        _verdict,
        jsonb_build_object(
            'reason', case when verdict_of.is_known then 'nothing_bought' else 'unknown_id' end,
            'facts', '{}'::jsonb));
end
$$;
