import type { Clock, Transactor } from '@trunkline/kernel';
import { SYSTEM } from '../../domain/actor';
import { fits, isApproved } from '../../domain/lifecycle/bundle';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import {
  attemptFailed,
  busy,
  end,
  refused,
  type Registration,
  underReview,
} from '../../domain/registration/registration';
import { codesOf, codesOfMissing } from '../../domain/registration/rejection-codes';
import type { Bundles, PhoneNumberRepository } from '../ports';
import type { AcceptDocuments } from './accept-documents';
import type { AnnounceRejection } from './announce-rejection';
import type { RegistrationResult } from './end-user-registrar';
import type { RegistrationRepository } from './ports';
import { RecordBusyError, RecordRefusedError } from './supplier-refs';

/** Records the progress of registrations, each time under the locks of the number and the registration. */
export class SettleRegistration {
  constructor(
    private readonly tx: Transactor,
    private readonly registrations: RegistrationRepository,
    private readonly numbers: PhoneNumberRepository,
    private readonly bundles: Bundles,
    private readonly acceptDocuments: AcceptDocuments,
    private readonly announceRejection: AnnounceRejection,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the number of a claimed registration. Withdraws the registration and returns null when the number no longer
   * waits for this bundle, or the bundle is no longer approved.
   */
  begin({ id, numberId }: Registration): Promise<PhoneNumber | null> {
    return this.tx.run(async () => {
      const number = await this.numbers.lockById(numberId);
      const registration = await this.registrations.lock(id);
      if (registration.status !== 'open') return null;
      if (await this.isWanted(registration, number)) return number;
      await this.registrations.save(end(registration, 'withdrawn', this.clock.now()));
      return null;
    });
  }

  /** Records the supplier's response. Idempotent: a registration that has ended stays as it is. */
  settle({ id, numberId }: Registration, result: RegistrationResult): Promise<Registration> {
    return this.tx.run(async () => {
      const number = await this.numbers.lockById(numberId);
      const registration = await this.registrations.lock(id);
      if (registration.status !== 'open') return registration;
      const isWanted = await this.isWanted(registration, number);
      const settled = this.after(registration, result, isWanted);
      await this.registrations.save(settled);
      if (isWanted && settled.status === 'registered')
        await this.acceptDocuments.accept(number, registration.bundleId, SYSTEM);
      if (settled.status === 'rejected') await this.announceRejection.announce(number, settled, reasonsOf(result));
      return settled;
    });
  }

  /** Records a failed attempt. */
  fail({ id }: Registration, error: unknown): Promise<Registration> {
    return this.tx.run(async () => {
      const registration = await this.registrations.lock(id);
      if (registration.status !== 'open') return registration;
      const failed = afterFailure(registration, error, this.clock.now());
      await this.registrations.save(failed);
      return failed;
    });
  }

  /** A registration that the supplier has accepted stays registered, in case the number waits for its bundle again. */
  private after(registration: Registration, result: RegistrationResult, isWanted: boolean): Registration {
    const now = this.clock.now();
    if (result.status === 'registered') return end(registration, 'registered', now);
    if (!isWanted) return end(registration, 'withdrawn', now);
    if (result.status === 'pending') return underReview(registration, now);
    const { status } = result;
    const codes = status === 'rejected' ? codesOf(result.reasons) : codesOfMissing(result.missing);
    return end(registration, 'rejected', now, codes);
  }

  private async isWanted({ accountId, bundleId }: Registration, number: PhoneNumber): Promise<boolean> {
    if (!number.awaitsRegistration || number.complianceBundleId !== bundleId) return false;
    const bundle = await this.bundles.find(accountId, bundleId);
    return bundle !== null && isApproved(bundle, this.clock.now()) && fits(bundle, number);
  }
}

function afterFailure(registration: Registration, error: unknown, now: Date): Registration {
  if (error instanceof RecordBusyError) return busy(registration, now);
  const fail = error instanceof RecordRefusedError ? refused : attemptFailed;
  return fail(registration, String(error), now);
}

function reasonsOf(result: RegistrationResult): readonly string[] {
  if (result.status === 'rejected') return result.reasons;
  return result.status === 'incomplete' ? result.missing.map((name) => `${name} is missing.`) : [];
}
