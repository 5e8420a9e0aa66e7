import { invalidFields } from '@trunkline/kernel';
import type { NumberDirectory } from '../ports';

/** A caller ID is a number of the account, and a number that is shown as one is not released unnoticed. */
export class CallerIds {
  constructor(private readonly numbers: NumberDirectory) {}

  /** Within the transaction that sets it, with the trunk locked. */
  async requireOwned(accountId: string, e164: string | null | undefined): Promise<void> {
    if (e164 && !(await this.numbers.lockOwned(accountId, e164)))
      throw invalidFields({ caller_id_override: 'is not a number of this account' });
  }
}
