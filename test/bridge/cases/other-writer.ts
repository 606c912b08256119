import assert from "node:assert/strict";

/** Any other program that uses the server's file API, as SilverBullet's editor does. Names are those of files. */
export interface OtherWriter {
  /** Null when there is no such file. */
  read(file: string): Promise<Buffer | null>;
  /** Writes whatever stands there. The time of its last change can be set, so that only the bytes tell two versions apart. */
  write(file: string, bytes: string | Uint8Array, modifiedMs?: number): Promise<void>;
  remove(file: string): Promise<void>;
  /** The files of a folder and of those in it, sorted. */
  below(folder: string): Promise<string[]>;
}

export function otherWriter(url: string, token: string): OtherWriter {
  const authorization: Record<string, string> = token === "" ? {} : { authorization: `Bearer ${token}` };

  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(`${url}/.fs${path}`, { ...init, headers: { ...authorization, ...init.headers } });
    assert(response.ok || response.status === 404, `${init.method ?? "GET"} ${path} was answered ${response.status}`);
    return response;
  }

  return {
    async read(file) {
      const response = await ask(pathOf(file));
      const bytes = Buffer.from(await response.arrayBuffer());
      return response.ok ? bytes : null;
    },

    async write(file, bytes, modifiedMs = 0) {
      const response = await ask(pathOf(file), {
        method: "PUT",
        headers: { "x-last-modified": String(modifiedMs) },
        body: Buffer.from(bytes),
      });
      assert(response.ok, `${file} was not written`);
      await response.arrayBuffer();
    },

    async remove(file) {
      await (await ask(pathOf(file), { method: "DELETE" })).arrayBuffer();
    },

    async below(folder) {
      const rows = (await (await ask("")).json()) as { name: string }[];
      const names = rows.map(({ name }) => name);
      return names.filter((name) => name.startsWith(`${folder}/`)).toSorted();
    },
  };
}

function pathOf(file: string): string {
  return `/${file.split("/").map(encodeURIComponent).join("/")}`;
}
