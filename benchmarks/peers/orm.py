"""The same webhook and lookup as core.py, as most apps write them: with SQLAlchemy's ORM.

The webhook reads the purchase, decides in Python and saves what changed, in one transaction.
"""

import datetime
import hmac
import os

from fastapi import FastAPI, Header, HTTPException, Request
from sqlalchemy import DateTime, func, literal, select, union
from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

engine = create_async_engine(os.environ["PEER_DATABASE"], pool_size=8, max_overflow=0)
sessions = async_sessionmaker(engine, expire_on_commit=False)
secret = os.environ["PEER_SECRET"]
app = FastAPI()


class Base(DeclarativeBase):
    type_annotation_map = {datetime.datetime: DateTime(timezone=True)}


class Event(Base):
    __tablename__ = "events"
    id: Mapped[str] = mapped_column(primary_key=True)
    type: Mapped[str]
    body: Mapped[bytes]
    received_at: Mapped[datetime.datetime] = mapped_column(server_default=func.now())


class Purchase(Base):
    __tablename__ = "purchases"
    chain_id: Mapped[str] = mapped_column(primary_key=True)
    app_user_id: Mapped[str]
    product_id: Mapped[str]
    expires_at: Mapped[datetime.datetime]
    told_at: Mapped[datetime.datetime]


class Member(Base):
    __tablename__ = "members"
    app_user_id: Mapped[str] = mapped_column(primary_key=True)
    household_id: Mapped[int]


def moment(milliseconds):
    return datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc)


@app.post("/webhook")
async def webhook(request: Request, authorization: str = Header("")):
    if not hmac.compare_digest(authorization, secret):
        raise HTTPException(401)
    body = await request.body()
    event = (await request.json())["event"]
    happened_at = moment(event["event_timestamp_ms"])
    async with sessions.begin() as session:
        if await session.get(Event, event["id"]):
            return {"status": "duplicate"}
        session.add(Event(id=event["id"], type=event["type"], body=body))
        chain = event["original_transaction_id"]
        purchase = await session.get(Purchase, chain, with_for_update=True)
        if purchase is None:
            purchase = Purchase(chain_id=chain, told_at=datetime.datetime.min.replace(
                tzinfo=datetime.timezone.utc))
            session.add(purchase)
        if purchase.told_at < happened_at:
            purchase.app_user_id = event["app_user_id"]
            purchase.product_id = event["product_id"]
            purchase.expires_at = moment(event["expiration_at_ms"])
            purchase.told_at = happened_at
    return {"status": "applied"}


@app.get("/v1/users/{person}/entitlements")
async def entitlements(person: str):
    now = datetime.datetime.now(datetime.timezone.utc)
    household = select(Member.household_id).where(Member.app_user_id == person).scalar_subquery()
    # With `or … in (…)`, each lookup would read the whole table.
    people = union(select(literal(person)),
                   select(Member.app_user_id).where(Member.household_id == household))
    async with sessions() as session:
        found = await session.scalars(select(Purchase).where(Purchase.app_user_id.in_(people)))
    best = {}
    for one in found:
        if one.product_id not in best or one.expires_at > best[one.product_id].expires_at:
            best[one.product_id] = one
    return {"app_user_id": person, "entitlements": {
        product_id: {"is_active": one.expires_at > now, "expires_at": one.expires_at,
                     "source": one.app_user_id} for product_id, one in best.items()}}
