"""A typical app's webhook and household lookup: FastAPI, SQLAlchemy, asyncpg.

Stores each event, applies renewals to one purchase per chain, and answers a person's entitlements
from their own purchases and those of their household. Handles no order, transfers, aliases, refunds
or tenants.
"""

import datetime
import hmac
import os

from fastapi import FastAPI, Header, HTTPException, Request
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

engine = create_async_engine(os.environ["PEER_DATABASE"], pool_size=8, max_overflow=0)
secret = os.environ["PEER_SECRET"]
app = FastAPI()

KEEP = text("""insert into events (id, type, body) values (:id, :type, :body)
    on conflict do nothing returning id""")
STORE = text("""insert into purchases (chain_id, app_user_id, product_id, expires_at, told_at)
    values (:chain, :person, :product, :expires, :told)
    on conflict (chain_id) do update
    set app_user_id = excluded.app_user_id, product_id = excluded.product_id,
        expires_at = excluded.expires_at, told_at = excluded.told_at
    where purchases.told_at < excluded.told_at""")
ANSWER = text("""select distinct on (p.product_id) p.product_id, p.app_user_id, p.expires_at
      from purchases p
     where p.app_user_id in ( -- With `or … in (…)`, each lookup would read the whole table.
           select cast(:person as text)
            union
           select other.app_user_id from members mine
             join members other on other.household_id = mine.household_id
            where mine.app_user_id = :person)
     order by p.product_id, p.expires_at desc""")


def moment(milliseconds):
    return datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc)


@app.post("/webhook")
async def webhook(request: Request, authorization: str = Header("")):
    if not hmac.compare_digest(authorization, secret):
        raise HTTPException(401)
    body = await request.body()
    event = (await request.json())["event"]
    async with engine.begin() as connection:
        kept = await connection.execute(KEEP, {"id": event["id"], "type": event["type"], "body": body})
        if kept.first() is None:
            return {"status": "duplicate"}
        await connection.execute(STORE, {
            "chain": event["original_transaction_id"], "person": event["app_user_id"],
            "product": event["product_id"], "expires": moment(event["expiration_at_ms"]),
            "told": moment(event["event_timestamp_ms"])})
    return {"status": "applied"}


@app.get("/v1/users/{person}/entitlements")
async def entitlements(person: str):
    now = datetime.datetime.now(datetime.timezone.utc)
    async with engine.connect() as connection:
        rows = await connection.execute(ANSWER, {"person": person})
        return {"app_user_id": person, "entitlements": {
            row.product_id: {"is_active": row.expires_at > now, "expires_at": row.expires_at,
                             "source": row.app_user_id} for row in rows}}
