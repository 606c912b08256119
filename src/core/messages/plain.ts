type Atom = string | number | boolean | null;

/** T, or never where anything in it is not plain data: buffers, functions, dates, maps. */
type Plain<T> = T extends Atom
  ? T
  : T extends ArrayBufferView | ArrayBufferLike | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> | Date
    ? never
    : T extends (...args: never) => unknown
      ? never
      : T extends object
        ? { [Key in keyof T]: Plain<T[Key]> }
        : never;

/** `true` when every task and answer of a map is plain data, so that no source bytes can cross a thread. */
export type PlainThrough<Tasks> = Tasks extends Plain<Tasks> ? true : false;
