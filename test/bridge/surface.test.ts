import t from "tap";
import { product } from "../../src/core/product.ts";
import { refused, startSpace } from "./bridge.ts";

const reads = { readOnlyHint: true, destructiveHint: false };
const adds = { readOnlyHint: false, destructiveHint: false };
const changes = { readOnlyHint: false, destructiveHint: true };

const effects = {
  read_page: reads,
  page_exists: reads,
  diff_pages: reads,
  write_page: changes,
  create_page: adds,
  move_page: changes,
  delete_page: changes,
  append_to_page: adds,
  prepend_to_page: adds,
  patch_page_lines: changes,
  patch_page_replace: changes,
  list_pages: reads,
  list_tasks: reads,
  check_task: changes,
};

const space = await startSpace(t, { profile: "new" });
const { client, asked } = space;

t.test("[bridge.surface] fourteen tools and one resource template, and what they are", async (t) => {
  t.strictSame(client.getServerVersion(), { name: "mcp-silverbullet", version: product.version });
  t.strictSame(client.getServerCapabilities(), { tools: {}, resources: {} });
  t.match(client.getInstructions(), /if_match/);
  const { tools } = await client.listTools();
  t.strictSame(tools.map(({ name }) => name).toSorted(), Object.keys(effects).toSorted());
  for (const { name, title, description, annotations, outputSchema } of tools) {
    t.match(title, /^[A-Z][a-z ]+$/, `${name} has a title`);
    t.match(description, /\.$/, `${name} is described`);
    t.match(annotations, { title, ...effects[name as keyof typeof effects] }, `${name} says what it does`);
    t.match(outputSchema, { type: "object" }, `${name} declares what it returns`);
  }
  const { resourceTemplates } = await client.listResourceTemplates();
  t.equal(resourceTemplates.length, 1);
  t.match(resourceTemplates[0], { uriTemplate: "silverbullet://page/{name}", mimeType: "application/json" });
  t.strictSame((await client.listResources()).resources, []);
});

t.test("[bridge.advertised-schema] inputs are flat and closed, with an enum for position and state", async (t) => {
  const { tools } = await client.listTools();
  const plain = ["type", "description", "enum", "minLength", "minimum"];
  for (const { name, inputSchema } of tools) {
    const { type, additionalProperties, properties = {}, required: _, ...more } = inputSchema;
    t.strictSame([type, additionalProperties, more], ["object", false, {}], name);
    for (const [argument, schema] of Object.entries(properties)) {
      t.strictSame(
        Object.keys(schema).filter((keyword) => !plain.includes(keyword)),
        [],
        `${name}.${argument}`,
      );
    }
  }
  const property = (tool: string, argument: string) =>
    tools.find(({ name }) => name === tool)?.inputSchema.properties?.[argument];
  t.match(property("prepend_to_page", "position"), { enum: ["after_frontmatter", "top"] });
  t.match(property("check_task", "state"), { enum: ["todo", "done", "cancelled"] });
});

t.test(
  "[bridge.bad-input] unknown arguments and wrong types are refused before any request, nothing is coerced",
  async (t) => {
    const lines = { name: "a", new_content: "x" };
    const wrong: [tool: string, args: object, message: string][] = [
      ["read_page", {}, "name is missing"],
      ["read_page", { name: 1 }, "name: send a string, not a number"],
      ["read_page", { name: "a", if_match: "*" }, 'arguments: unknown member "if_match"; send only name'],
      ["write_page", { name: "a" }, "content is missing"],
      ["write_page", { name: "a", content: "x", if_match: "" }, "if_match: must not be empty"],
      ["write_page", { name: "a", content: "x", if_match: null }, "if_match: send a string, not null"],
      ["patch_page_lines", { ...lines, start_line: "1", end_line: 1 }, "start_line: send an integer, not a string"],
      ["patch_page_lines", { ...lines, start_line: 1, end_line: 1.5 }, "end_line: send an integer, not a fraction"],
      ["append_to_page", { name: "a", text: "x", dry_run: "true" }, "dry_run: send a boolean, not a string"],
      ["append_to_page", { name: "a", text: "x", max_retries: -1 }, "max_retries: must be at least 0"],
      ["append_to_page", { name: "a", text: "x", max_retries: 11 }, "max_retries: must be at most 10"],
      ["move_page", { name: "a", new_name: "b", max_retries: 11 }, "max_retries: must be at most 10"],
      [
        "move_page",
        { name: "a", new_name: "b", dry_run: true },
        'arguments: unknown member "dry_run"; send only name, new_name, if_match, max_retries',
      ],
      [
        "prepend_to_page",
        { name: "a", content: "x", position: "end" },
        "position must be one of: after_frontmatter, top",
      ],
      ["check_task", { page: "a", ref: "r", state: "DONE" }, "state must be one of: todo, done, cancelled"],
    ];
    for (const [tool, args, message] of wrong) await refused(t, space, [tool, args], "BAD_INPUT", message);
    t.strictSame(asked(), []);
  },
);

t.test("[bridge.bad-call] an unknown tool, and arguments that are no object, are protocol errors", async (t) => {
  await t.rejects(client.callTool({ name: "read_pages", arguments: {} }), { code: -32602, message: /Unknown tool/ });
  await t.rejects(client.callTool({ name: "search_pages", arguments: { query: "x" } }), { code: -32602 });
  t.strictSame(asked(), []);
});
