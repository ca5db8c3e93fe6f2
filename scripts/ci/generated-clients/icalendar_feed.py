# Reads a calendar feed of the server with icalendar, as calendar programs in Python do. BASE and KEY are those of the public
# API; SIGN_IN is the file with the first person's e-mail and password.
import json
import os
import re
import urllib.request
from datetime import date, timedelta
from http.cookiejar import CookieJar

from icalendar import Calendar

origin = os.environ["BASE"].split("/api/")[0]
with open(os.environ["SIGN_IN"], encoding="utf-8") as file:
    signing = file.read()
workspace = re.search(r"A workspace was created: (\S+)", signing).group(1)
email = re.search(r"sign in as +(\S+)", signing).group(1)
password = re.search(r"password +(\S+)", signing).group(1)
browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))


def post(url, body, headers):
    sent = {"content-type": "application/json", "origin": origin, **headers}
    request = urllib.request.Request(url, json.dumps(body).encode(), sent, method="POST")
    with browser.open(request) as response:
        return json.load(response)


# What would end a line or a value if it was not escaped, and what takes several bytes.
names = ["Gauge; 0–10 bar, class 1.6", "back\\slash and \\n, \\;", '"quoted": colon; ^caret^', "🔧 " + "ü" * 120]
made = {}
for index, name in enumerate(names):
    body = {"asset_tag": f"ICS-{index}", "name": name, "calibration_interval_value": 12}
    body["last_calibration_date"] = f"{date.today() - timedelta(days=300)}T08:30:00Z"
    instrument = post(f"{os.environ['BASE']}/instruments", body, {"authorization": f"Bearer {os.environ['KEY']}"})
    made[f"calibration-due-{instrument['id']}"] = (f"ICS-{index} {name}", instrument["next_due_at"][:10])

post(f"{origin}/api/auth/sign-in/email", {"email": email, "password": password}, {})
everything = {"site_ids": None, "categories": None, "mine": None, "language": None}
feed = post(f"{origin}/api/app/v1/workspaces/{workspace}/calendar-feeds", everything, {})
with urllib.request.urlopen(feed["url"]) as response:
    assert response.headers.get_content_type() == "text/calendar", response.headers
    calendar = Calendar.from_ical(response.read())

assert not calendar.errors, calendar.errors
assert calendar["VERSION"] == "2.0" and "PRODID" in calendar
events = {str(event["UID"]): event for event in calendar.walk("VEVENT")}
for uid, (words, due) in made.items():
    event = events[uid]
    assert not event.errors, event.errors
    assert str(event["SUMMARY"]).endswith(words), (event["SUMMARY"], words)
    start, end = event.start, event.end
    # The next due instant lies in the time zone of the workspace, which is UTC.
    assert type(start) is date and start == date.fromisoformat(due) and end == start + timedelta(days=1), (start, end, due)
    assert event["TRANSP"] == "TRANSPARENT" and event["DTSTAMP"].dt.tzinfo is not None
