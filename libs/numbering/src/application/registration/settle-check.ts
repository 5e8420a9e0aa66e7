import type { Clock, Transactor } from '@trunkline/kernel';
import { SYSTEM } from '../../domain/actor';
import { fits, isApproved } from '../../domain/lifecycle/bundle';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import {
  checkedAgain,
  checkFailed,
  end,
  type Registration,
  revocationReported,
  stillRegistered,
  unchecked,
} from '../../domain/registration/registration';
import { codesOf } from '../../domain/registration/rejection-codes';
import type { Suspensions } from '../lifecycle/suspensions';
import type { Bundles, PhoneNumberRepository } from '../ports';
import type { AcceptDocuments } from './accept-documents';
import type { AnnounceRejection } from './announce-rejection';
import type { RegistrationCheck } from './end-user-registrar';
import type { RegistrationRepository } from './ports';

/** Records the checks of registrations, each time under the locks of the number and the registration. */
export class SettleCheck {
  constructor(
    private readonly tx: Transactor,
    private readonly registrations: RegistrationRepository,
    private readonly numbers: PhoneNumberRepository,
    private readonly bundles: Bundles,
    private readonly acceptDocuments: AcceptDocuments,
    private readonly announceRejection: AnnounceRejection,
    private readonly suspensions: Suspensions,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of a claimed registration, or null when the number does not work because of it. */
  begin({ id, numberId }: Registration): Promise<PhoneNumber | null> {
    return this.tx.run(async () => {
      const number = await this.numbers.lockById(numberId);
      const registration = await this.registrations.lock(id);
      if (registration.status !== 'registered') return null;
      if (await this.isInForce(registration, number)) return number;
      await this.registrations.save(this.idle(registration, number));
      return null;
    });
  }

  /**
   * Records the supplier's answer to a check of `claimed`. A revocation that two checks in a row report ends the registration
   * and suspends the number. Returns the registration as it is then.
   */
  settle(claimed: Registration, result: RegistrationCheck): Promise<Registration> {
    return this.tx.run(async () => {
      const number = await this.numbers.lockById(claimed.numberId);
      const registration = await this.registrations.lock(claimed.id);
      if (registration.status !== 'registered') return registration;
      const now = this.clock.now();
      if (!(await this.isInForce(registration, number))) return this.save(this.idle(registration, number));
      if (result.status === 'registered') return this.save(stillRegistered(registration, now));
      if (result.status === 'pending') return this.save(checkedAgain(registration, now));
      if (registration.revocationReportedAt === null) return this.save(revocationReported(registration, now));
      // The first report arrived during this check, which therefore does not confirm it.
      if (claimed.revocationReportedAt === null) return registration;
      const revoked = await this.save(end(registration, 'revoked', now, codesOf(result.reasons)));
      await this.suspend(number, revoked, result.reasons);
      return revoked;
    });
  }

  /** Records a check without a readable answer. It changes nothing else. */
  fail({ id }: Registration, error: unknown): Promise<Registration> {
    return this.tx.run(async () => {
      const registration = await this.registrations.lock(id);
      if (registration.status !== 'registered') return registration;
      return this.save(checkFailed(registration, String(error), this.clock.now()));
    });
  }

  /** A bundle that was attached since the registration is registered in its place. */
  private async suspend(number: PhoneNumber, revoked: Registration, reasons: readonly string[]): Promise<void> {
    await this.announceRejection.announce(number, revoked, reasons);
    await this.suspensions.set(number, 'supplier', true);
    const { accountId, complianceBundleId: attachedId } = number;
    if (attachedId === null || attachedId === revoked.bundleId) return;
    const attached = await this.bundles.find(accountId, attachedId);
    if (!attached || !isApproved(attached, this.clock.now()) || !fits(attached, number)) return;
    await this.acceptDocuments.accept(number, attachedId, SYSTEM);
  }

  /** A number keeps working with its registration when another bundle is attached, until that one is registered. */
  private async isInForce({ bundleId }: Registration, number: PhoneNumber): Promise<boolean> {
    if (number.status !== 'active' && number.status !== 'suspended') return false;
    const attachedId = number.complianceBundleId;
    if (attachedId === null || attachedId === bundleId) return true;
    const attached = await this.registrations.find(number.id, attachedId);
    return attached?.status !== 'registered';
  }

  private idle(registration: Registration, { status }: PhoneNumber): Registration {
    return status === 'released' ? unchecked(registration) : checkedAgain(registration, this.clock.now());
  }

  private async save(registration: Registration): Promise<Registration> {
    await this.registrations.save(registration);
    return registration;
  }
}
