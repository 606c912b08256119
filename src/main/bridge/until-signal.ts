/** Waits for the signal to end. A second one ends the process at once, as it does everywhere. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const heard = (): void => {
      process.off("SIGTERM", heard);
      process.off("SIGINT", heard);
      resolve();
    };
    process.on("SIGTERM", heard);
    process.on("SIGINT", heard);
  });
}
