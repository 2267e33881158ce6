//! Chromium without a window, driven by its DevTools protocol over pipes.

use effigy_testkit::{TempDir, tool};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Chromium speaks on the descriptors 3 and 4; the shell puts its own input and output there.
const ON_PIPES: &str = "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null";

/// A page that is open in a browser.
pub struct Page {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    session: String,
    last: u64,
    _profile: TempDir,
}

impl Page {
    /// Opens a file in a window of this size; `None` when there is no Chromium.
    pub fn open(file: &Path, width: u32, height: u32) -> Option<Page> {
        let chromium = tool("chromium")?;
        let profile = TempDir::new();
        let mut child = Command::new("sh")
            .args(["-c", ON_PIPES, "sh"])
            .arg(chromium)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
            .args(["--no-first-run", "--remote-debugging-pipe", "--hide-scrollbars"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg(format!("--window-size={width},{height}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let to = child.stdin.take().unwrap();
        let from = BufReader::new(child.stdout.take().unwrap());
        let session = String::new();
        let mut page = Page { child, to, from, session, last: 0, _profile: profile };
        let target = page.call("Target.createTarget", json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let attached = page.call("Target.attachToTarget", attach);
        page.session = attached["sessionId"].as_str().unwrap().to_owned();
        page.call("Page.enable", json!({}));
        page.call("Network.enable", json!({}));
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        page.call("Emulation.setDeviceMetricsOverride", size);
        page.call("Page.navigate", json!({"url": format!("file://{}", file.display())}));
        page.wait_for("document.readyState === 'complete'");
        Some(page)
    }

    /// Calls a method of the protocol.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let mut message = json!({"id": self.last, "method": method, "params": params});
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.to.write_all(format!("{message}\0").as_bytes()).unwrap();
        self.to.flush().unwrap();
        loop {
            let mut answer = self.next();
            if answer["id"] == json!(self.last) {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].take();
            }
        }
    }

    fn next(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.from.read_until(0, &mut bytes).unwrap();
        assert_eq!(bytes.pop(), Some(0), "the browser ended");
        serde_json::from_slice(&bytes).unwrap()
    }

    /// The value of an expression.
    pub fn value(&mut self, expression: &str) -> Value {
        let how = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let mut answer = self.call("Runtime.evaluate", how);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].take()
    }

    /// The text of an expression.
    pub fn text(&mut self, expression: &str) -> String {
        let value = self.value(expression);
        value.as_str().unwrap_or_else(|| panic!("{expression} is {value}")).to_owned()
    }

    /// The number of an expression.
    pub fn number(&mut self, expression: &str) -> f64 {
        let value = self.value(expression);
        value.as_f64().unwrap_or_else(|| panic!("{expression} is {value}"))
    }

    /// Waits until something holds.
    pub fn wait_for(&mut self, expression: &str) {
        let until = format!(
            "new Promise((done) => {{ const look = () => ({expression}) ? done(true) : setTimeout(look, 5); look(); }})"
        );
        assert_eq!(self.value(&until), json!(true), "{expression}");
    }

    /// Waits until what was changed is drawn.
    pub fn drawn(&mut self) {
        self.value(
            "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(1), 0)))",
        );
    }

    /// Presses a key, with the modifier Shift for what needs it.
    pub fn press(&mut self, key: &str) {
        let typed = if key.chars().count() == 1 { key } else { "" };
        let typed = if key == "Enter" { "\r" } else { typed };
        let shift = if typed.chars().any(|c| c.is_ascii_uppercase() || c == '*' || c == '?') {
            8
        } else {
            0
        };
        let down = json!({"type": "keyDown", "key": key, "text": typed, "modifiers": shift});
        self.call("Input.dispatchKeyEvent", down);
        self.call(
            "Input.dispatchKeyEvent",
            json!({"type": "keyUp", "key": key, "modifiers": shift}),
        );
        self.drawn();
    }

    /// Types a text where the focus is.
    pub fn type_text(&mut self, text: &str) {
        self.call("Input.insertText", json!({"text": text}));
    }

    /// Clicks on the middle of the first element that a selector names.
    pub fn click(&mut self, selector: &str) {
        let selector = json!(selector);
        let middle = format!(
            "(() => {{ const box = document.querySelector({selector}).getBoundingClientRect(); \
             return [box.left + Math.min(box.width / 2, 60), box.top + box.height / 2]; }})()"
        );
        let middle = self.value(&middle);
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({"type": kind, "x": middle[0], "y": middle[1], "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", event);
        }
        self.drawn();
    }

    /// Turns the wheel over the first element that a selector names.
    pub fn wheel(&mut self, selector: &str, by: f64) {
        let selector = json!(selector);
        let middle = format!(
            "(() => {{ const box = document.querySelector({selector}).getBoundingClientRect(); \
             return [box.left + box.width / 2, box.top + box.height / 2]; }})()"
        );
        let middle = self.value(&middle);
        let event = json!({"type": "mouseWheel", "x": middle[0], "y": middle[1], "deltaX": 0, "deltaY": by});
        self.call("Input.dispatchMouseEvent", event);
        self.drawn();
    }

    /// What a screen reader is told of: role, name and properties of each node that is not left out.
    pub fn accessible(&mut self) -> Vec<Value> {
        self.call("Accessibility.enable", json!({}));
        let tree = self.call("Accessibility.getFullAXTree", json!({}));
        let nodes = tree["nodes"].as_array().unwrap().iter();
        nodes.filter(|node| node["ignored"] == json!(false)).cloned().collect()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // A browser that does not end by itself is ended.
        let _ = self.to.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
