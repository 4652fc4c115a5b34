"""A remote robot in a real browser: it is shown and tuned; controls of a match are disabled."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import wait

from kickabout.framework import Agent, LiveRunner, load_team
from kickabout.representations import PlayerInfo, load_field
from kickabout.studio.server import StudioServer
from kickabout.studio.sources.remote_robots import RemoteRobots
from kickabout.studio.sources.running_robot import RunningRobot
from kickabout.studio.studio_controller import StudioController

pytestmark = pytest.mark.browser
Opened = Callable[[StudioServer], Page]


@pytest.fixture
def agent() -> Iterator[Agent]:
    constants = (load_field("spl2019"), PlayerInfo(team=5, number=3, team_name="dummies"))
    made = Agent(load_team("dummies"), name="dummies 3", constants=constants)
    runner = LiveRunner(made)
    runner.start()
    yield made
    runner.stop()


@pytest.fixture
def server(agent: Agent) -> Iterator[StudioServer]:
    """Serve a studio that is connected to the server of a robot."""
    player = PlayerInfo(team=5, number=3, team_name="dummies")
    robot = RunningRobot(agent, field=load_field("spl2019"), player=player)
    with StudioServer(StudioController(robot), port=0) as behind:
        remote = RemoteRobots([f"ws://127.0.0.1:{behind.port}"])
        with StudioServer(StudioController(remote), port=0) as made:
            yield made
        remote.close()


def test_a_remote_robot_is_shown_and_tuned(
    server: StudioServer, opened: Opened, agent: Agent
) -> None:
    page = opened(server)
    assert page.locator(".mode").inner_text() == "robot"
    time = page.evaluate("window.studio.now.moment.time")
    wait(page, f"window.studio.now.moment.time > {time}")
    page.evaluate("void window.studio.open('game')")
    wait(page, "document.querySelector('fieldset.game').disabled")
    page.evaluate("void window.studio.open('parameters', {module: 'StandEngine'})")
    field = page.locator("[data-parameter='StandEngine.stiffness']")
    field.wait_for(timeout=30_000)
    field.fill("0.4")
    field.press("Enter")
    page.locator("tr.changed [data-parameter='StandEngine.stiffness']").wait_for(timeout=30_000)
    assert agent.parameters("StandEngine").stiffness == 0.4
    page.evaluate("void window.studio.open('data', {open: ['JointRequest']})")
    page.locator("[data-path='JointRequest.stiffness']").wait_for(timeout=30_000)
    page.evaluate("void window.studio.open('timing')")
    page.locator(".timing tbody tr").first.wait_for(timeout=30_000)
