/** Whether what is written are lines of the ledger; pages of the campaign begin otherwise. */
export function isForLedger(bytes: unknown): bytes is Uint8Array {
  if (!(bytes instanceof Uint8Array)) return false;
  return Buffer.from(bytes.subarray(0, 40)).toString().trimStart().startsWith('{"schema":"wyrd.lineage/v1"');
}
