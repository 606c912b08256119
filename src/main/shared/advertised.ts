/** A schema as clients may see it: an object at the root, in the keywords that every model API takes. */
export interface AdvertisedSchema {
  type: "object";
  [keyword: string]: unknown;
}

const untaken = new Set(["$schema", "title", "dependentRequired", "minProperties", "maximum"]);

/** Leaves out of a schema file what the server enforces but some clients do not take. */
export function advertised(schema: { readonly type: string }): AdvertisedSchema {
  return { ...(strip(schema) as object), type: "object" };
}

function strip(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(strip);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([keyword, value]) => {
      if (untaken.has(keyword)) return [];
      return [[keyword, keyword === "properties" ? stripEach(value) : strip(value)]];
    }),
  );
}

/** The members of `properties` are named by the caller, so none of them is a keyword. */
function stripEach(properties: object): object {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, strip(schema)]));
}
