import { CommonErrors, type Transactor } from '@trunkline/kernel';
import type { NumberChange } from '../../domain/lifecycle/number-job';
import type { NumberRef, Numbers } from '../lifecycle/numbers';
import type { ReleaseNumber } from '../lifecycle/release-number';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';

/** Uses of a number elsewhere are not ended by a job. */
const NOT_FORCED = { isForced: false, may: { trunk: false, webrtc_user: false, target: false } } as const;

/** Changes one number of a job as the operations on a single number do, in one transaction. */
export class ChangeNumber {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: Numbers,
    private readonly releaseNumber: ReleaseNumber,
  ) {}

  /** Throws as these operations do, and `not_found` when the account has another number by this name than `numberId`. */
  change(ref: NumberRef, numberId: string | null, change: NumberChange): Promise<void> {
    return this.tx.run(async () => {
      for (const number of await this.apply(ref, change)) if (number.id !== numberId) throw CommonErrors.not_found();
    });
  }

  private async apply(ref: NumberRef, change: NumberChange): Promise<PhoneNumber[]> {
    const { routing, complianceBundleId, release, ...settings } = change;
    if (release) return [await this.releaseNumber.release(ref, { ...NOT_FORCED, ...release, confirmE164: ref.e164 })];
    const changed: PhoneNumber[] = [];
    if (routing) changed.push(await this.numbers.route(ref, routing));
    if (complianceBundleId !== undefined) changed.push(await this.numbers.attachBundle(ref, complianceBundleId));
    if (Object.keys(settings).length > 0) changed.push(await this.numbers.change(ref, settings));
    return changed;
  }
}
