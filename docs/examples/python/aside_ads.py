"""Asks Aside for the ads of one turn, from Python; nothing but the standard library.

    ASIDE_KEY=ak_live_... python3 docs/examples/python/aside_ads.py "trail running shoes for mud"
"""

import json
import logging
import os
import sys
import urllib.error
import urllib.request
from http.client import HTTPException

log = logging.getLogger("aside")
PATIENCE_SECONDS = 1.0


def ask_for_ads(url, key, slots, user_context=None, **conversation):
    """One entry for each slot asked for, as Aside answers; an empty list where it did not, since a chat never fails for want of ads.

    slots         such as [{"slotId": "below-answer", "format": "action_card", "count": 2}]
    user_context  sessionId, userId, demographics, device, consent: what you know of the person
    conversation  query, response, messages, conversationId
    """
    body = {
        "conversationContext": conversation,
        "userContext": user_context or {},
        "slots": slots,
        # Aside answers within this time. What is waited for beyond it is the network's.
        "options": {"timeoutMs": int(PATIENCE_SECONDS * 500)},
    }
    request = urllib.request.Request(
        f"{url}/api/v1/ads/request",
        data=json.dumps(body).encode(),
        headers={"authorization": f"Bearer {key}", "content-type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as response:
            return json.load(response)["slots"]
    except urllib.error.HTTPError as refused:
        # Not worth another try within a turn: a person mends what is "correctable" or "terminal", what is "transient" passes by itself.
        log.warning("No ads: %s %s", refused.code, reason_of(refused))
    except (OSError, HTTPException, ValueError, LookupError, TypeError) as error:
        log.warning("No ads: Aside did not answer: %r", error)
    return []


def reason_of(refused):
    """What Aside says of a refusal; what a proxy in front of it says is left unread."""
    try:
        answer = json.load(refused)
        error = answer["error"]
        return f"{error['code']} ({error['recovery']}): {error['message']} [{answer['requestId']}]"
    except (OSError, HTTPException, ValueError, LookupError, TypeError):
        return f"{refused.reason}, and no answer of Aside's"


def with_links(text, ads):
    """The answer with the links of entity_link ads as Markdown, each with its label.

    Positions count UTF-16 code units, and Python's strings count code points, so the text is cut as UTF-16.
    """
    links = [(fragment, ad) for ad in ads for fragment in ad["enhancedFragments"]]
    units = text.encode("utf-16-le")
    cut = lambda start, end=None: units[2 * start : None if end is None else 2 * end].decode("utf-16-le")
    parts, done = [], 0
    for fragment, ad in sorted(links, key=lambda link: link[0]["position"]["start"]):
        start, end = fragment["position"]["start"], fragment["position"]["end"]
        label = f"*{ad['disclosure']['label']} · {ad['disclosure']['by']}*"
        parts += [cut(done, start), f"[{cut(start, end)}]({fragment['url']}) {label}"]
        done = end
    return "".join(parts) + cut(done)


def main(query, response):
    slots = [{"slotId": "below-answer", "format": "action_card", "count": 2}]
    if response:
        slots.append({"slotId": "in-answer", "format": "entity_link"})
    url = os.environ.get("ASIDE_URL", "http://127.0.0.1:8080")
    answered = ask_for_ads(url, os.environ["ASIDE_KEY"], slots, query=query, response=response)
    for slot in answered:
        if not slot["ads"]:
            print(f"{slot['slotId']}: no ad, {slot['noFill']['reason']}")
        elif slot["format"] == "entity_link":
            print(with_links(response, slot["ads"]))
        else:
            for ad in slot["ads"]:
                content = ad["content"]
                print(f"{ad['disclosure']['label']} · {ad['disclosure']['by']}: {content['title']} <{content['ctaUrl']}>")


if __name__ == "__main__":
    logging.basicConfig(format="%(message)s")
    if len(sys.argv) < 2 or "ASIDE_KEY" not in os.environ:
        sys.exit('Usage: ASIDE_KEY=ak_live_... python3 aside_ads.py "what the person asked" ["what the assistant answered"]')
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
