import { readAuthority } from "./http/hosts.ts";
import { logLevels } from "./settings.ts";

/** A kind of value: how its text is read, and what to tell whoever wrote another one. */
export interface SettingKind<T> {
  readonly allowed: string;
  /** Reads a text that is not blank; null when it is not of this kind. */
  parse(text: string): T | null;
  /** The text as it may be shown; null when it must not be. */
  shown(text: string): string | null;
}

/** What can be checked with a public key. With HMAC the public key would be the secret. */
const signatures = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];

export const flag: SettingKind<boolean> = plain("1, true, yes, on, 0, false, no or off", (text) => {
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  return /^(0|false|no|off)$/i.test(text) ? false : null;
});

export const logLevel = oneOf(logLevels);
export const authMode = oneOf(["jwt", "static"]);

export const hostName = plain("a host name or an IP address", (text) => {
  const [, name = null] =
    /^(?=[a-z0-9])([a-z0-9._-]+)$/i.exec(text) ?? /^\[?([0-9a-f:.]*:[0-9a-f:.]*)\]?$/i.exec(text) ?? [];
  return name;
});

export const hostNames = plain("host names with or without a port, separated by commas, without https://", (text) => {
  const names = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== "");
  return names.every((name) => readAuthority(name) !== null) ? names : null;
});

export const text = plain("text of one line", (given) => (/\p{Cc}/u.test(given) ? null : given));

export const algorithms = plain(`some of ${signatures.join(", ")}, separated by commas`, (given) => {
  const names = given.split(/[\s,]+/).filter((name) => name !== "");
  return names.length > 0 && names.every((name) => signatures.includes(name)) ? names : null;
});

/** A secret that can stand in a header. It is never shown. */
export const secret: SettingKind<string> = {
  allowed: "visible ASCII characters without blanks",
  parse: (given) => (/^[\x21-\x7e]+$/.test(given) ? given : null),
  shown: () => null,
};

/** SilverBullet's address. It may hold credentials, and a path that is put before every other. */
export const serverUrl = url("an http or https URL without query and fragment", ({ search, hash, href }) => {
  return search === "" && hash === "" && !/[?#]$/.test(href);
});

/** An address that holds no credentials, since it is told to clients. */
export const publicUrl = url("an http or https URL without credentials, query and fragment", (given) => {
  return given.username + given.password + given.search + given.hash === "";
});

/** An address that is fetched, which cannot be done with credentials in it. */
export const fetchUrl = url("an http or https URL without credentials and fragment", (given) => {
  return given.username + given.password + given.hash === "";
});

/** A whole number within both bounds. */
export function wholeNumber(least: number, most: number): SettingKind<number> {
  return plain(`a whole number from ${least} to ${most}`, (given) => {
    const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
    return value >= least && value <= most ? value : null;
  });
}

function oneOf<const Name extends string>(names: readonly Name[]): SettingKind<Name> {
  return plain(names.join(", "), (given) => {
    return names.find((name) => name.toLowerCase() === given.toLowerCase()) ?? null;
  });
}

function plain<T>(allowed: string, parse: (text: string) => T | null): SettingKind<T> {
  return { allowed, parse: (given) => parse(given.trim()), shown: (given) => given };
}

function url(allowed: string, fits: (url: URL) => boolean): SettingKind<URL> {
  return {
    allowed,
    parse(given) {
      if (!URL.canParse(given.trim())) return null;
      const parsed = new URL(given.trim());
      return /^https?:$/.test(parsed.protocol) && fits(parsed) ? parsed : null;
    },
    // Credentials and queries are kept back even when the text is no URL.
    shown: (given) => given.replace(/[?#].*/s, "?***").replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, "$1***@"),
  };
}
