import { invalidFields } from '@trunkline/kernel';
import type { NumberDirectory } from './ports';

/** Nobody calls under a number that is not theirs (contract, section 10: E.164 owned by the account). */
export class CallerIds {
  constructor(private readonly numbers: NumberDirectory) {}

  async requireOwned(accountId: string, e164: string | null | undefined): Promise<void> {
    if (e164 && !(await this.numbers.isOwned(accountId, e164)))
      throw invalidFields({ caller_id_override: 'is not a number of this account' });
  }
}
