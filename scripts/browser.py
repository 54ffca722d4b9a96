"""A server with demo data, and a browser that uses it. For scripts/test_console and benchmarks/console."""

import contextlib
import importlib.util
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

import environment
from environment import ROOT

# Beside the Debian packages chromium and chromium-driver. axe-selenium-python brings an axe-core of
# 2018, so that of the third is given to it; its Playwright is not needed.
REQUIREMENTS = ["selenium==4.51.0", "axe-selenium-python==2.1.6"]
AXE_CORE = "axe-playwright-python==0.1.8"

WIDTHS_IN_PIXELS = (360, 768, 1440)
WAIT_SECONDS = 30


def require(condition, sentence):
    if not condition:
        raise AssertionError(sentence)


def wait_for(condition, what, seconds=WAIT_SECONDS):
    """Returns the first value of the condition that is true."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        require(time.monotonic() < deadline, f"{what}: not within {seconds} s")
        time.sleep(0.05)
    return value


def enter_environment():
    """Continues the calling script in a virtual environment with selenium, which is made once."""
    environment.enter("console", REQUIREMENTS, ["--no-deps", AXE_CORE])


class Server:
    """`hearth up` with demo data and a private Postgres, on a free port."""

    def __init__(self, program, folder):
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("HEARTH_")}
        self.folder = folder
        self.log = folder / "hearth.log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [program, "up", "--json", "--port", "0", "--data-directory", folder / "data"],
                env=environment | {"HEARTH_LOG_LEVEL": "notice"}, text=True,
                stdout=subprocess.PIPE, stderr=log)
        line = self.process.stdout.readline()
        if not line:
            self.process.wait()
            raise SystemExit(f"✘ hearth up did not start\n{self.log.read_text()}")
        ready = json.loads(line)
        self.address = ready["address"].rstrip("/")
        self.simulator = ready["simulator"].rstrip("/")
        self.admin_key = ready["admin_key"]
        self.keys = ready["tenants"]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    @contextlib.contextmanager
    def without_database(self):
        """Stops every process of the server's Postgres for a while, as a hang does."""
        postmaster = int(next(self.folder.glob("data/*/postmaster.pid")).read_text().split()[0])
        children = subprocess.run(
            ["pgrep", "--parent", str(postmaster)], check=True, text=True, capture_output=True)
        processes = [postmaster, *map(int, children.stdout.split())]
        self._signal(processes, signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal(processes, signal.SIGCONT)

    @staticmethod
    def _signal(processes, number):
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def ask(self, path):
        """Returns what a GET answers to the secret key of the tenant stockpot."""
        key = self.keys["stockpot"]["secret_key"]
        return self._answer(urllib.request.Request(
            self.address + path, headers={"Authorization": f"Bearer {key}"}))

    def simulate(self, method, path, body):
        """Tells the simulated RevenueCat what happens."""
        return self._answer(urllib.request.Request(
            self.simulator + path, method=method, data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json"}))

    @staticmethod
    def _answer(request):
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read() or "null")


class Browser(contextlib.AbstractContextManager):
    """Chromium without a window, as a person uses it: by labels, and by the words on buttons."""

    def __init__(self, address, downloads=None, runs_scripts=True):
        from selenium import webdriver

        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        preferences = {"download.default_directory": str(downloads)}
        if not runs_scripts:
            preferences["profile.managed_default_content_settings.javascript"] = 2
        options.add_experimental_option("prefs", preferences)
        self.address, self.runs_scripts = address, runs_scripts
        self.driver = webdriver.Chrome(
            options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
        self.show(1440, "light")

    def __exit__(self, *_):
        self.driver.quit()

    def show(self, width, theme):
        """Gives the page this width in pixels, and `light` or `dark`."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": theme},
                         {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def open(self, path):
        self.driver.get(self.address + path)

    @property
    def path(self):
        return self.driver.current_url.removeprefix(self.address)

    def wait(self, condition, what):
        """Waits until a condition of this browser holds, and returns its value."""
        from selenium.common.exceptions import TimeoutException, WebDriverException
        from selenium.webdriver.support.wait import WebDriverWait

        try:
            return WebDriverWait(
                self.driver, WAIT_SECONDS, poll_frequency=0.05,
                ignored_exceptions=[WebDriverException]).until(lambda _: condition())
        except TimeoutException:
            raise AssertionError(f"{what}: not within {WAIT_SECONDS} s at {self.path}:\n"
                                 f"{self.text}") from None

    @property
    def text(self):
        return self.find("body").text

    def find(self, selector):
        return self.driver.find_element("css selector", selector)

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def see(self, words):
        """Waits until the page shows these words."""
        self.wait(lambda: words in self.text, f"“{words}” is shown")

    def named(self, kind, words, inside=None):
        """Returns the shown element of a kind whose text is, or else begins with or holds, these words."""
        quoted = f'"{words}"'
        text = "normalize-space()"
        for rule in (f"{text}={quoted}", f"starts-with({text},{quoted})", f"contains({text},{quoted})"):
            found = (inside or self.driver).find_elements("xpath", f".//{kind}[{rule}]")
            if shown := [one for one in found if one.is_displayed()]:
                return shown[0]
        raise AssertionError(f"{self.path} shows no {kind} “{words}”:\n{self.text}")

    def field(self, label, inside=None):
        """Returns the field of a label, which names it or holds it."""
        found = self.named("label", label, inside)
        if name := found.get_attribute("for"):
            return self.driver.find_element("id", name)
        return found.find_element("css selector", "input, select, textarea")

    def fill(self, label, value, inside=None):
        """Replaces the value of a field."""
        field = self.field(label, inside)
        if field.get_attribute("readonly"):
            require(field.get_attribute("value") == value, f"“{label}” is not {value}")
            return
        field.clear()
        field.send_keys(value)

    def choose(self, label, words):
        self.named("option", words, self.field(label)).click()

    def press(self, words, inside=None):
        """Presses a button, and waits for the next page."""
        self.leave(self.named("button", words, inside).click)

    def unfold(self, words, inside=None):
        """Opens the part whose summary has these words, if it is closed, and returns it."""
        part = self.named("summary", words, inside).find_element("xpath", "..")
        if part.get_attribute("open") is None:
            part.find_element("css selector", "summary").click()
        return part

    def type(self, keys):
        """Types on the page, wherever its focus is; `\\n` is Enter, and `\\t` the tab key."""
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.keys import Keys

        words = keys.replace("\n", Keys.ENTER).replace("\t", Keys.TAB)
        ActionChains(self.driver).send_keys(words).perform()

    def leave(self, act):
        """Does what leads to another page, and waits for that."""
        from selenium.common.exceptions import StaleElementReferenceException

        before = self.find("html")
        act()

        def is_left():
            try:
                before.is_enabled()
            except StaleElementReferenceException:
                return True

        self.wait(is_left, "another page")
        self.wait(lambda: self.find("main"), "a page with content")

    def complaints(self):
        """Returns what the browser has logged as an error since the last call.

        Beside a text, which names no icon, a browser asks for one in vain, sooner or later.
        """
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] == "SEVERE" and "/favicon.ico" not in entry["message"]]

    def overflow(self):
        """Returns by how many pixels the page is wider than the window."""
        return self.driver.execute_script(
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth")

    def widest(self):
        """Returns the elements that reach over the right edge, and are in no part that scrolls."""
        return self.driver.execute_script("""
            const edge = document.documentElement.clientWidth
            const scrolls = element => element && element !== document.body
                && (getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement))
            return [...document.body.querySelectorAll("*")]
                .filter(one => one.getBoundingClientRect().right > edge + 0.5 && !scrolls(one.parentElement))
                .slice(0, 3).map(one => one.outerHTML.slice(0, 100))""")

    def links(self):
        """Returns the paths of this server that links of the page lead to."""
        return self.driver.execute_script("""
            return [...document.links]
                .filter(link => link.origin === location.origin && !link.hasAttribute("download"))
                .map(link => link.pathname + link.search)""")

    def violations(self):
        """Returns the serious and critical findings of axe-core, one for each rule."""
        from axe_selenium_python import Axe

        [folder] = importlib.util.find_spec("axe_playwright_python").submodule_search_locations
        axe = Axe(self.driver, f"{folder}/axe.min.js")
        axe.inject()
        found = axe.run(options="{resultTypes: ['violations']}")["violations"]
        return [f"{one['id']} ({one['impact']}), {len(one['nodes'])} times: {one['nodes'][0]['html'][:200]}"
                for one in found if one["impact"] in ("serious", "critical")]

    def loaded_bytes(self):
        """Returns the bytes of the page's first load: of `html`, `css`, `js` and others."""
        sizes = {"html": 0, "css": 0, "js": 0}
        for address, size in self.driver.execute_script("""
                return [...performance.getEntriesByType("navigation"),
                        ...performance.getEntriesByType("resource")]
                    .map((entry, index) => [index ? entry.name : "html", entry.decodedBodySize])"""):
            kind = pathlib.PurePath(address.partition("?")[0]).suffix[1:] or address
            sizes[kind] = sizes.get(kind, 0) + size
        return sizes

    def first_paint(self):
        """Returns the milliseconds from the start of the load to the first paint; None before it."""
        return self.driver.execute_script("""
            return performance.getEntriesByName("first-contentful-paint")[0]?.startTime""")

    def shows_html(self):
        return self.driver.execute_script("return document.contentType") == "text/html"

    def status(self):
        """Returns the HTTP status of the page."""
        return self.driver.execute_script(
            "return performance.getEntriesByType('navigation')[0].responseStatus")

    def search(self, words):
        """Sends the search in the head of the page."""
        from selenium.webdriver.common.keys import Keys

        self.leave(lambda: self.find("#search").send_keys(words, Keys.ENTER))

    def sign_in(self, key):
        self.open("/console/sign-in")
        self.driver.find_element("id", "key").send_keys(key)
        self.press("Sign in")

    def screenshot(self, file):
        """Writes what the window shows as a PNG."""
        file.parent.mkdir(parents=True, exist_ok=True)
        self.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
        self.driver.save_screenshot(str(file))

    def picture(self, page, file):
        """Writes a page, given as HTML, as a PNG of the size of its first element."""
        self.driver.get("data:text/html;charset=utf-8," + urllib.parse.quote(page))
        size = self.find("body > *").size
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size | {
            "deviceScaleFactor": 1, "mobile": False})
        self.screenshot(file)
        self.show(1440, "light")
