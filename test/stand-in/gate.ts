/** Something to wait for that a test lets happen. */
export interface Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

/** A gate, closed. A script that awaits `opened` holds its answer back until `open` is called. */
export function gate(): Gate {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
