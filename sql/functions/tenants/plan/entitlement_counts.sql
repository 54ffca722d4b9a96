-- Returns which entitlements people have of one list and not of the other: how many, and the first.
--
-- The lists are those of active_entitlements.

create function api.entitlement_counts(having_it text[], lacking_it text[]) returns jsonb
language plpgsql immutable
as $$
begin
    return coalesce((
        select jsonb_object_agg(
                   differing.entitlement_id,
                   jsonb_build_object(
                       'count', differing.count,
                       'app_user_ids', to_jsonb(differing.app_user_ids[1:10])))
          from (select split_part(held.pair, ' ', 1) as entitlement_id, count(*),
                       array_agg(substr(held.pair, strpos(held.pair, ' ') + 1)
                                 order by held.pair collate "C") as app_user_ids
                  from (select unnest(entitlement_counts.having_it)
                        except select unnest(entitlement_counts.lacking_it)) as held (pair)
                 group by 1) as differing), '{}');
end
$$;
