"""The service is killed at random moments of many ceremonies: no acknowledged step is lost, none is doubled."""

import asyncio
import os
import random
import shutil
import tempfile
import time
from pathlib import Path

import pytest

import documents
import history
from people import Person, check_in_the_store, check_through_the_api
from service import Service

CEREMONIES = int(os.environ.get("CRASH_CEREMONIES", "200"))
KILLS = int(os.environ.get("CRASH_KILLS", "12"))
SEED = int(os.environ.get("CRASH_SEED", str(random.SystemRandom().randrange(1 << 32))))
#: Seconds after which the ceremonies count as stuck, also on a busy machine.
LIMIT = 900


async def kill_now_and_then(service: Service, dice: random.Random, finished: asyncio.Event) -> int:
    kills = 0
    while kills < KILLS and not finished.is_set():
        await asyncio.sleep(dice.uniform(0.3, 4))
        if finished.is_set():
            break
        service.kill()
        kills += 1
        await asyncio.to_thread(service.start)
    return kills


async def run(service: Service, people: list[Person], dice: random.Random) -> int:
    finished = asyncio.Event()
    killer = asyncio.create_task(kill_now_and_then(service, dice, finished))
    try:
        await asyncio.wait_for(asyncio.gather(*(person.go() for person in people)), LIMIT)
    finally:
        finished.set()
        kills = await killer
    return kills


@pytest.fixture()
def data():
    made = Path(tempfile.mkdtemp(prefix="countersign-crash-"))
    yield made / "data"
    shutil.rmtree(made, ignore_errors=True)


def test_killing_the_service_loses_no_acknowledged_step_and_doubles_none(data, tmp_path):
    print(f"CRASH_SEED={SEED}")
    dice = random.Random(SEED)
    service = Service(data)
    service.start()
    account = service.account()
    styles = [documents.classic(1), documents.with_object_streams(documents.classic(2))]
    people = [Person(number, account, dice.choice(styles)) for number in range(CEREMONIES)]
    begun = time.monotonic()
    kills = asyncio.run(run(service, people, dice))
    print(f"{kills} kills in {time.monotonic() - begun:.0f} s, {sum(person.tries for person in people)} requests")
    assert kills >= min(KILLS, 3), "the ceremonies ended before the service could be killed often enough"

    # Once more, so that what is looked at is what the disk holds.
    service.kill()
    service.start()
    try:
        check_through_the_api(account, people, tmp_path, service)
    finally:
        assert service.stop() == 0
    check_in_the_store(history.stored(data), lambda digest: history.blob(data, digest), people)
