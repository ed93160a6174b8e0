# SPDX-License-Identifier: MIT
"""A headless Chromium, driven through chromedriver by the WebDriver protocol (https://www.w3.org/TR/webdriver2/)."""

import json
import socket
import subprocess
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Space": " ", "Left": "\ue012", "Up": "\ue013", "Right": "\ue014", "Down": "\ue015", "End": "\ue010"}


class Browser:
    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.driver = subprocess.Popen(["chromedriver", f"--port={port}"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.session = ""
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    def _begin(self):
        for _ in range(150):
            try:
                self.call("GET", "/status")
                break
            except urllib.error.URLError:
                time.sleep(0.1)
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,900", "--lang=en", "--force-prefers-reduced-motion"]}
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}, "timeouts": {"script": 120000}}}})
        self.session = f"/session/{answer['sessionId']}"

    def close(self):
        try:
            if self.session:
                self.call("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait()

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=180) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from error

    def open(self, url):
        self.call("POST", f"{self.session}/url", {"url": "about:blank"})
        self.call("POST", f"{self.session}/url", {"url": url})

    def run(self, script, *arguments):
        """The value that the body of an async function returns."""
        wrapped = ("const done = arguments[arguments.length - 1]; const values = [...arguments].slice(0, -1);"
                   "(async (...values) => {" + script + "})(...values).then((value) => done({value}), (error) => done({error: String(error)}));")
        answer = self.call("POST", f"{self.session}/execute/async", {"script": wrapped, "args": list(arguments)})
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer.get("value")

    def find(self, selector):
        return self.call("POST", f"{self.session}/element", {"using": "css selector", "value": selector})[ELEMENT]

    def text(self, selector):
        return self.run("return document.querySelector(values[0]).textContent;", selector)

    def click(self, selector):
        for tries in range(10):
            try:
                self.call("POST", f"{self.session}/element/{self.find(selector)}/click", {})
                return
            except RuntimeError as error:  # a page that follows a run may have loaded itself again since the element was found
                if "stale element" not in str(error) or tries == 9:
                    raise

    def type(self, selector, text):
        element = self.find(selector)
        self.call("POST", f"{self.session}/element/{element}/clear", {})
        self.call("POST", f"{self.session}/element/{element}/value", {"text": text})

    def press(self, *keys):
        actions = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        self.call("POST", f"{self.session}/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def drag(self, start, end, pointer="mouse"):
        """Press at the point `start` of the window, move to `end`, release."""
        move = [{"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)} for x, y in (start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end)]
        actions = [move[0], {"type": "pointerDown", "button": 0}, *move[1:], {"type": "pointerUp", "button": 0}]
        self.call("POST", f"{self.session}/actions", {"actions": [
            {"type": "pointer", "id": pointer, "parameters": {"pointerType": pointer}, "actions": actions}]})

    def devtools(self, command, **parameters):
        return self.call("POST", f"{self.session}/goog/cdp/execute", {"cmd": command, "params": parameters})

    def colours(self, scheme):
        self.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def size(self, width, height):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)

    def log(self, kind):
        return self.call("POST", f"{self.session}/se/log", {"type": kind})

    def requests(self):
        """The addresses that the browser has asked for since the last call."""
        events = (json.loads(entry["message"])["message"] for entry in self.log("performance"))
        return [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]

    def wait(self, condition, seconds=60):
        """Wait until the JavaScript expression is true."""
        end = time.monotonic() + seconds
        while not self.run(f"return Boolean({condition});"):
            if time.monotonic() > end:
                raise TimeoutError(condition)
            time.sleep(0.05)
