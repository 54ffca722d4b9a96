-- Raises if the id of an anonymous token has become, or belongs to, an identified app user.
--
-- Called with the token of an anonymous end user, before any answer. Its access ends with the
-- merge, even if the token is still valid.
-- Unknown ids pass, and so do ids that only events have named.
-- Raises: token_superseded 401.

create function api.require_anonymous(app_user_id text) returns void
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    perform
       from entitlements.app_user_ids known
       join entitlements.app_user_ids own
         on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
      where known.tenant_id = _tenant_id and known.app_user_id = require_anonymous.app_user_id
        and (known.identified_at is not null
             or not own.is_anonymous and own.app_user_id <> known.app_user_id);
    if found then
        raise sqlstate 'PT401' using message = 'token_superseded',
            detail = 'This anonymous app user has signed up since. Use a token of the account.';
    end if;
end
$$;
