-- Returns the sources of entitlements with the source of the answer, and the rule that decided.
--
-- `has_won` marks the source of the answer. `rule` is the first rule, in the order of
-- entitlement_sources, by which a source lost. That of the source of the answer is the one which
-- decided over the closest other.

create function api.ranked_sources(
    app_user_uuid uuid, entitlement_ids text[], environment text, as_of timestamptz,
    is_past boolean)
returns table (
    entitlement_id text, implied_by text, household_id uuid, source_app_user_id text,
    is_aliases boolean, is_held boolean, has_begun boolean, is_active boolean, is_cut boolean,
    begins_at timestamptz, starts_at timestamptz, ends_at timestamptz, has_won boolean, rule text,
    purchase entitlements.purchases)
language plpgsql stable rows 10
as $$
declare
    _rules constant text[] := array[
        'only_source', 'active_first', 'begun_first', 'latest_end_first', 'own_before_household',
        'own_before_alias', 'purchase_before_grant', 'direct_before_implied',
        'newest_period_first', 'lowest_id_first'];
begin
    return query
    with source as materialized (
        select found.*
          from api.entitlement_sources(
                   array[ranked_sources.app_user_uuid], ranked_sources.environment,
                   ranked_sources.as_of, ranked_sources.is_past) as found
         where found.entitlement_id = any (ranked_sources.entitlement_ids)
    ), ranked as materialized (
        select source.*, source.place = 1 as has_won,
               case when source.is_active <> best.is_active then 2
                    when source.has_begun <> best.has_begun then 3
                    when source.ends_at < best.ends_at then 4
                    when source.household_id is not null and best.household_id is null then 5
                    when source.is_aliases and not best.is_aliases then 6
                    when api.is_granted((source.purchase).store)
                         and not api.is_granted((best.purchase).store) then 7
                    when source.implied_by is not null and best.implied_by is null then 8
                    when (source.purchase).period_started_at < (best.purchase).period_started_at
                    then 9
                    else 10 end as rule
          from source
          join source best on best.entitlement_id = source.entitlement_id and best.place = 1)
    select ranked.entitlement_id, ranked.implied_by, ranked.household_id,
           ranked.source_app_user_id, ranked.is_aliases, ranked.is_held, ranked.has_begun,
           ranked.is_active, ranked.is_cut, ranked.begins_at, ranked.starts_at, ranked.ends_at,
           ranked.has_won,
           _rules[case when not ranked.has_won then ranked.rule
                       else coalesce(max(ranked.rule) filter (where not ranked.has_won)
                                         over (partition by ranked.entitlement_id), 1) end],
           ranked.purchase
      from ranked;
end
$$;
