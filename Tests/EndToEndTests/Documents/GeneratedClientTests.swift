import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests.Apps {
    @Suite("A client that is generated from openapi.yaml works")
    struct GeneratedClientTests {
        @Test(
            "it answers README's five questions, and takes words that it does not know",
            .enabled(if: PythonEnvironment.isPresent))
        func fiveQuestions() async throws {
            let python = try await PythonEnvironment(with: "openapi-python-client==0.29.1")
            try await withTemporaryDirectory { directory in
                let hearth = try await RunningHearth.start(in: directory)
                let given: JSONValue = .object(
                    [
                        "address": "http://127.0.0.1:\(hearth.port)",
                        "simulator": hearth.ready["simulator"]?.string ?? "",
                        "read_key": hearth.key("read_key"),
                        "secret_key": hearth.key("secret_key"),
                        "digero_secret_key": hearth.key("secret_key", of: "digero"),
                    ].reduce(into: JSONObject()) { $0[$1.key] = .string($1.value) })
                let output = try await python.run(Self.script, input: given.bytes)
                #expect(
                    try JSONParser.parse(output) == [
                        "plus", "active", true, "household", "upgraded", 9,
                        "entitlement_not_in_catalog", "a_later_word", "a_later_code",
                    ])
                #expect(await hearth.stop() == .status(0))
            }
        }

        /// Generates the client and asks with it.
        private static let script = """
            import json, subprocess, sys, tempfile, time, urllib.request

            given = json.load(sys.stdin)
            folder = tempfile.mkdtemp()
            document = folder + "/openapi.yaml"
            urllib.request.urlretrieve(given["address"] + "/openapi.yaml", document)
            subprocess.run(
                [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none",
                 "--path", document, "--output-path", folder + "/hearth_client"],
                check=True, capture_output=True)
            sys.path.insert(0, folder)

            import httpx
            from hearth_client import AuthenticatedClient
            from hearth_client.api.app_users import identify_app_user
            from hearth_client.api.catalog import get_feature
            from hearth_client.api.limits import consume_limit
            from hearth_client.api.purchases import get_entitlement, get_entitlements
            from hearth_client.models import EntitlementsOfAppUser, Identification
            from hearth_client.models import LimitUse, Problem

            def client(key):
                return AuthenticatedClient(
                    base_url=given["address"], token=given[key], timeout=httpx.Timeout(60))

            read, secret = client("read_key"), client("secret_key")
            digero = client("digero_secret_key")
            anonymous = "$RCAnonymousID:5eed"
            active = get_entitlements.sync("demo_active", client=read)
            feature = get_feature.sync("demo_active", "labs", client=read)
            member = get_entitlements.sync("demo_member", client=read)
            httpx.post(given["simulator"] + "/control/acts", timeout=60, json={
                "act": "purchase", "app_user_id": anonymous, "product_id": "stockpot_plus_monthly"})
            deadline = time.monotonic() + 60
            while get_entitlements.sync(anonymous, client=read).plan != "plus":
                assert time.monotonic() < deadline, "the webhook did not arrive"
            merge = identify_app_user.sync(
                client=secret,
                body=Identification(anonymous_app_user_id=anonymous, app_user_id="u_8"))
            use = consume_limit.sync(
                "u_9", "recipes", client=digero, body=LimitUse(reference="recipe 7"))
            missing = get_entitlement.sync("demo_active", "no_such", client=read)

            later = active.to_dict()
            later["subscription_status"] = later["entitlements"]["plus"]["status"] = "a_later_word"
            later["entitlements"]["plus"]["source"]["kind"] = "a_later_word"
            later = EntitlementsOfAppUser.from_dict(later).to_dict()
            problem = Problem.from_dict(missing.to_dict() | {"code": "a_later_code"})

            print(json.dumps([
                active.plan, active.subscription_status, feature.is_allowed,
                member.entitlements["plus"].source.kind, merge.outcome, use.remaining, missing.code,
                later["entitlements"]["plus"]["status"], problem.code]))
            """
    }
}
