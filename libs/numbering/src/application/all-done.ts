/**
 * Waits for all of the works of a transaction, also after one has failed: none may continue when the transaction has ended,
 * since it would then write outside of it. Throws the error of the first in the list that failed.
 */
export async function allDone(works: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(works);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
