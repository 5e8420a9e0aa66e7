import { invalidFields, type Transactor } from '@trunkline/kernel';
import type { PhoneNumber } from '../domain/phone-number';
import type { NumberRef, Numbers } from './numbers';
import type { PhoneNumberRepository } from './ports';
import type { Releases } from './releases';

export const RELEASE_TIMES = ['end_of_cycle', 'immediate'] as const;
export type ReleaseTime = (typeof RELEASE_TIMES)[number];

/** POST /numbers/{e164}/release. */
export class ReleaseNumber {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly changes: Numbers,
    private readonly releases: Releases,
  ) {}

  /** At once only with the number repeated in `confirmE164`; what is repeated must be right in any case. Throws `number_locked`, `invalid_state`. */
  execute(ref: NumberRef, when: ReleaseTime, confirmE164: string | null): Promise<PhoneNumber> {
    const isScheduled = when === 'end_of_cycle';
    return this.tx.run(async () => {
      const number = await this.numbers.lock(ref.accountId, ref.e164);
      const confirmed = isScheduled ? (confirmE164 ?? number.e164) : confirmE164;
      if (confirmed !== number.e164) throw invalidFields({ confirm_e164: 'must repeat the number' });
      if (isScheduled) return this.changes.scheduleRelease(ref);
      number.requireReleasable();
      await this.releases.end(number, ref.actor);
      return number;
    });
  }
}
