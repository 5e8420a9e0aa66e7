import { invalidFields } from '@trunkline/kernel';
import type { NumberDirectory } from '../ports';

/** Requires caller ID overrides to be numbers of the account, and keeps such a number from being released unnoticed. */
export class CallerIds {
  constructor(private readonly numbers: NumberDirectory) {}

  /** Call within the transaction that sets the override, with the trunk locked. Throws `invalid_input`. */
  async assertOwned(accountId: string, e164: string | null | undefined): Promise<void> {
    if (e164 && !(await this.numbers.lockOwned(accountId, e164)))
      throw invalidFields({ caller_id_override: 'must be a number of this account' });
  }
}
