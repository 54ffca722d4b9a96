-- Returns a limit, with its reservation or referenced use if there is one.

create function api.usage_json(limit_shown jsonb, reservation entitlements.reservations)
returns json
language sql stable
return (limit_shown
        || case when reservation.reservation_id is null then '{}'
                else jsonb_build_object(
                    'reservation_id', reservation.reservation_id,
                    'status', reservation.status,
                    'amount', reservation.amount,
                    'reference', reservation.reference,
                    'expires_at', case reservation.status when 'reserved'
                        then api.rfc3339(reservation.expires_at) end) end)::json;
