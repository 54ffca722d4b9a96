-- Refuses a purchase that is invalid by itself, or that the tenant file refuses.
--
-- A moment that is more than 15 minutes ahead is a wrong time, not the skew of a clock: it would
-- make all later facts count as earlier ones.
-- Raises: app_user_not_found 404, product_not_in_catalog 404, product_not_grantable 409,
-- import_row_invalid 422.

create function api.require_fit_purchase(
    line entitlements.import_row, as_of timestamptz, received_at timestamptz)
returns void
language plpgsql stable
as $$
declare
    _unfit entitlements.import_row;
begin
    if require_fit_purchase.as_of > require_fit_purchase.received_at + interval '15 minutes' then
        raise sqlstate 'PT422' using message = 'import_row_invalid',
            detail = '“as_of” is in the future.';
    end if;
    _unfit := (api.unfit_rows(
        array[require_fit_purchase.line], require_fit_purchase.as_of))[1];
    if _unfit.code is not null then
        raise exception using
            errcode = case _unfit.code when 'import_row_invalid' then 'PT422'
                                       when 'product_not_grantable' then 'PT409'
                                       else 'PT404' end,
            message = _unfit.code, detail = _unfit.detail;
    end if;
end
$$;
