import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { inWords } from "./pointer.ts";

/** A schema file, and what a value of it is called as a whole. */
interface Entry {
  readonly schema: object;
  readonly root: string;
}

/** The first thing wrong with a value. `at` is the JSON pointer of the member at fault; `problem` says what and where. */
interface Fault {
  readonly at: string;
  readonly problem: string;
}

type Verdict<T> = { readonly ok: true; readonly value: T } | ({ readonly ok: false } & Fault);

/** Checks values against a table of schema files. Nothing is coerced, nothing is filled in. */
export interface Door<Checked> {
  /** Compiles a schema, so that the first check need not wait for it. */
  compile(name: keyof Checked): ValidateFunction;
  check<Name extends keyof Checked>(name: Name, value: unknown): Verdict<Checked[Name]>;
}

let ajv: Ajv2020 | undefined;

/** The one way from loose values to strict ones. `Checked` maps names to the types of what passes. */
export function door<Checked>(entries: { readonly [Name in keyof Checked]: Entry }): Door<Checked> {
  const compiled = new Map<keyof Checked, ValidateFunction>();

  function compile(name: keyof Checked): ValidateFunction {
    let validate = compiled.get(name);
    if (validate === undefined) {
      ajv ??= new Ajv2020({ verbose: true, validateSchema: false });
      validate = ajv.compile(entries[name].schema);
      compiled.set(name, validate);
    }
    return validate;
  }

  function check<Name extends keyof Checked>(name: Name, value: unknown): Verdict<Checked[Name]> {
    const validate = compile(name);
    if (validate(value)) return { ok: true, value: value as Checked[Name] };
    const [error] = validate.errors ?? [];
    return error === undefined
      ? { ok: false, at: "", problem: "is not valid" }
      : { ok: false, ...faultOf(error, entries[name].root) };
  }

  return { compile, check };
}

/** One violation in words a caller can act on. */
function faultOf(error: ErrorObject, root: string): Fault {
  const place = error.instancePath;
  const where = place === "" ? root : inWords(place);
  const { params } = error;
  switch (error.keyword) {
    case "required":
      return missing(`${place}/${params.missingProperty}`);
    case "dependentRequired":
      return {
        at: `${place}/${params.missingProperty}`,
        problem: `${where}: ${params.property} needs ${params.missingProperty} beside it`,
      };
    case "additionalProperties": {
      const known = Object.keys(error.parentSchema?.properties ?? {}).join(", ");
      const key = String(params.additionalProperty);
      const at = `${place}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      return { at, problem: `${where}: unknown member ${JSON.stringify(shorten(key))}; send only ${known}` };
    }
    case "type":
      if (error.data === Number.POSITIVE_INFINITY) return { at: place, problem: tooLarge(where) };
      return { at: place, problem: `${where}: send ${article(params.type)}, not ${nameOf(error.data)}` };
    case "minProperties":
      return { at: place, problem: `${where}: send offset and length, or quote, or all three` };
    case "minLength":
      return { at: place, problem: `${where}: must not be empty` };
    case "minItems":
      return { at: place, problem: `${where}: needs at least one span` };
    case "minimum":
      return { at: place, problem: `${where}: must be at least ${params.limit}` };
    case "maximum":
      return {
        at: place,
        problem: params.limit < Number.MAX_SAFE_INTEGER ? `${where}: must be at most ${params.limit}` : tooLarge(where),
      };
    case "enum":
      return { at: place, problem: `${where} must be one of: ${params.allowedValues.join(", ")}` };
    default:
      return { at: place, problem: `${where} ${error.message}` };
  }
}

function missing(at: string): Fault {
  return { at, problem: `${inWords(at)} is missing` };
}

function tooLarge(where: string): string {
  return `${where}: must be at most ${Number.MAX_SAFE_INTEGER}, the largest safe integer`;
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number" && !Number.isInteger(value)) return "a fraction";
  return article(typeof value);
}

function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
