"""What each client answers in the story, in any language."""

LIMITED = ["timed_out", True]

STORY = [
    ["is_active", True],
    ["is_active, as the end user", True],
    ["is_active of an unknown entitlement", 404, "entitlement_not_in_catalog"],
    ["feature, entitlements", True, "plus"],
    ["check", [True, False, "entitlement_not_in_catalog"]],
    ["consume", True, 1],
    ["consume more than is left", False, 1],
    ["consume with a reference, as the end user", True, 0],
    ["consume with the same reference", True, 0],
    ["limits", 3],
    ["is_active with a wrong key", 401, "unauthorized"],
    ["consume nothing: code, field, and a message with field, fix and request", 422,
     "validation_failed", "/amount", True],
    ["pages", 3],
    ["listen", ["entitlements_changed", "household_changed", "limit_reached"]],
    ["verify_webhook: any case, several signatures, a tolerance", "entitlements_changed",
     "entitlements_changed", "entitlements_changed", "entitlements_changed", "forged", "expired",
     "malformed", "wrong_option"],
    ["verify_statement", True, "forged", "other_tenant", "expired", "clock_set_back",
     "unknown_key", "malformed"],
    ["a silent server", *LIMITED],
    ["a silent server, and a limit of one second", *LIMITED],
    ["an answer that trickles", *LIMITED],
    ["an answer that is cut off", "no_connection", True],
    ["no server", "no_connection", True],
    ["a redirect", *[["redirected", True]] * 4],
    ["a proxy's page with 502", 502, "unexpected_answer"],
    ["a proxy's page with 200", 200, "unexpected_answer"],
    ["a proxy that repeats counts once", [True, 2], [True, 1]],
    ["the last answer stands in, for its person and its time", True, True, True, True, LIMITED,
     LIMITED],
    ["a token that ended is replaced once", True, 2],
    ["a function for tokens that fails is not repeated", "its own error", 1],
    ["a misspelt address", "wrong_option", True],
    ["a key that is none", "wrong_option", True],
    ["an id that leads elsewhere", "wrong_option", True],
    ["a body that JSON cannot say", "wrong_option", True],
    ["a call that is cancelled", *LIMITED],
]

PHONE = [
    ["access: fresh, kept at once, kept then fresh, expired, clock set back",
     ["fresh", True, None],
     [["kept", True, None], True],
     [["kept", True, None], ["kept", True, "no_connection"], True],
     [["kept", True, None], ["fresh", True, None], True],
     ["kept", True, "no_connection"],
     ["unknown", False, "expired"],
     ["unknown", False, "clock_set_back"],
     ["fresh", True, None]],
    ["an edited statement", "unknown", False, "forged"],
    ["household: none, confirmed, two members, left twice, no invite", None, True, 2, True,
     "invite_not_found"],
    ["notices and limits", ["limit_near"], 0, 1],
    ["sign in: free, the device's id and its purchase move, once", False, True, 1,
     "already_identified", True],
    ["access ends by the clock, and begins with a grant", True, False, True],
]

BACKEND = ["the calls of a backend", False, True, True, False, "free", "2 left", 1, 0, False,
           5, 5, "welcome", True, True, 1, 2, True]

SWIFT_HUMMINGBIRD = [
    ["Hummingbird: as it arrived, edited", 204, 400],
]

SWIFT_EXAMPLES = [
    ["a phone: never online, online, in a tunnel", "Connect once to see what you have.", "plus Us",
     "plus Offline"],
]

PYTHON_EXAMPLES = [
    BACKEND,
    ["FastAPI: as it arrived, edited", 204, 400],
]

PYTHON_CONNECTIONS = [
    ["twenty calls open one connection", 1],
    ["a refusal keeps it", 0],
    ["a connection that the server closed is replaced", True],
    ["threads get their own answers, over a connection each at most", True, True],
    ["a forked process has connections of its own", True],
]

TYPESCRIPT_EXAMPLES = [
    BACKEND,
    ["Next: as it arrived, edited", 204, 400],
    ["Express: as it arrived, edited", 204, 400],
    ["a phone: never online, online, in a tunnel, a wrong invite",
     {"isPlus": False, "banner": "Connect once to see what you have.", "household": "",
      "notices": []},
     {"isPlus": True, "banner": "", "household": "Us", "notices": []},
     {"isPlus": True, "banner": "Offline", "household": "", "notices": []},
     "This code is wrong."],
]

EXPECTED = {
    "python": STORY, "python, async": STORY, "python, examples": PYTHON_EXAMPLES,
    "python, connections": PYTHON_CONNECTIONS,
    "typescript": STORY, "typescript, deno": STORY, "typescript, phone": PHONE,
    "typescript, examples": TYPESCRIPT_EXAMPLES,
    "swift": STORY, "swift, phone": PHONE,
    "swift, examples": SWIFT_EXAMPLES, "swift, hummingbird": SWIFT_HUMMINGBIRD,
}
