/** One at a time for each page, first come first served. */
export interface Locks {
  /** Runs work that has all of these pages to itself. */
  hold<T>(files: readonly string[], work: () => Promise<T>): Promise<T>;
}

/** Locks that nobody holds yet. */
export function locks(): Locks {
  const tails = new Map<string, Promise<void>>();

  async function hold<T>(files: readonly string[], work: () => Promise<T>): Promise<T> {
    const own = [...new Set(files)];
    let release = (): void => {};
    const done = new Promise<void>((resolve) => {
      release = resolve;
    });
    const before = own.map((file) => tails.get(file));
    // All places are taken at once, so that two calls never wait for each other.
    for (const file of own) tails.set(file, done);
    await Promise.all(before);
    try {
      return await work();
    } finally {
      release();
      for (const file of own) if (tails.get(file) === done) tails.delete(file);
    }
  }

  return { hold };
}
