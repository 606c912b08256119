export type FlagKind = "value" | "switch";

/** What was given for each flag: its text, or that it is there. */
type GivenFlags<Flags extends Readonly<Record<string, FlagKind>>> = {
  readonly [Name in keyof Flags]?: Flags[Name] extends "value" ? string : true;
};

export type ReadFlags<Flags extends Readonly<Record<string, FlagKind>>> =
  | { readonly kind: "given"; readonly flags: GivenFlags<Flags> }
  | { readonly kind: "help" | "version" }
  | { readonly kind: "bad"; readonly detail: string };

/** Reads a command line from left to right: `--name VALUE`, `--name=VALUE` and `--switch`, each once at most. */
export function readFlags<Flags extends Readonly<Record<string, FlagKind>>>(
  args: readonly string[],
  known: Flags,
): ReadFlags<Flags> {
  const flags: Record<string, string | true> = {};
  const bad = (problem: string): ReadFlags<Flags> => ({ kind: "bad", detail: `${problem}; see wyrd-scribe --help` });
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (arg === "--help" || arg === "-h") return { kind: "help" };
    if (arg === "--version") return { kind: "version" };
    const [, name = "", text] = /^--([a-z]+)(?:=(.*))?$/s.exec(arg) ?? [];
    const kind = Object.hasOwn(known, name) ? known[name] : undefined;
    if (kind === undefined || (kind === "switch" && text !== undefined)) {
      return bad(`unknown argument ${JSON.stringify(arg)}`);
    }
    if (flags[name] !== undefined) return bad(`--${name} is given twice`);
    const value = kind === "switch" ? true : (text ?? args[++i]);
    if (value === undefined) return bad(`--${name} has no value`);
    flags[name] = value;
  }
  return { kind: "given", flags: flags as GivenFlags<Flags> };
}
