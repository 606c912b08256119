import pkg from "../../package.json" with { type: "json" };

export const product = { name: "wyrd-scribe", version: pkg.version } as const;
