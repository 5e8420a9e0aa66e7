import type { DomainError } from '@trunkline/kernel';

/** Returns the code, the fields and the message of the error that `work` throws. */
export function failure(work: () => unknown): { code: string; fields: string[]; message: string } {
  try {
    work();
  } catch (error) {
    const { code, fields, message } = error as DomainError;
    return { code, fields: Object.keys(fields ?? {}), message };
  }
  throw new Error('Nothing was thrown.');
}
