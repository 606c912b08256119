import t from "tap";
import { hostRules } from "../../../../src/main/bridge/http/hosts.ts";

const rules = hostRules("127.0.0.1", 8000, ["wiki.test", "other.test:8443", "tls.test:443"]);

t.test("[bridge.hosts] loopback names with the bridge's port or none, and the allowed names", async (t) => {
  const allowed = [
    ...["127.0.0.1:8000", "127.0.0.1", "localhost:8000", "LocalHost", "[::1]:8000", "[::1]"],
    ...["wiki.test", "WIKI.test", "wiki.test:443", "wiki.test:9999", "other.test:8443", "tls.test", "tls.test:443"],
  ];
  for (const host of allowed) t.ok(rules.allowsHost(host), host);
  const refused = [
    ...["", "evil.test", "127.0.0.1:8001", "localhost:80", "::1", "[::1]:1", "127.0.0.2", "0.0.0.0:8000"],
    ...["wiki.test.evil.test", "evil.wiki.test", "wiki.test.", "localhost.", "other.test", "other.test:443"],
    ...["wiki.test:", "wiki.test:x", "u@wiki.test", "wiki.test@evil.test", "wiki.test/", "wiki.test, evil.test"],
    ...[" wiki.test", "wiki.test:443:443", "*", "null"],
  ];
  for (const host of refused) t.notOk(rules.allowsHost(host), host);
});

t.test("[bridge.origins] http for loopback names, https for the allowed ones", async (t) => {
  const allowed = [
    ...["http://127.0.0.1:8000", "http://localhost", "HTTP://LOCALHOST:8000", "http://[::1]:8000"],
    ...["https://wiki.test", "https://WIKI.test:8443", "https://other.test:8443", "https://tls.test"],
  ];
  for (const origin of allowed) t.ok(rules.allowsOrigin(origin), origin);
  const refused = [
    ...["", "null", "http://evil.test", "https://evil.test", "http://localhost:8001", "https://localhost:8000"],
    ...["http://wiki.test", "https://other.test", "https://wiki.test/", "https://wiki.test.evil.test", "wiki.test"],
    ...["ftp://wiki.test", "https://wiki.test https://evil.test", "https://u@wiki.test"],
  ];
  for (const origin of refused) t.notOk(rules.allowsOrigin(origin), origin);
});

t.test(
  "[bridge.hosts] a loopback address that is listened on is a name of the bridge, and no other address is",
  async (t) => {
    t.ok(hostRules("127.0.0.9", 8000, []).allowsHost("127.0.0.9:8000"));
    t.notOk(hostRules("0.0.0.0", 8000, ["wiki.test"]).allowsHost("0.0.0.0:8000"));
  },
);
