import type { Clock } from '@trunkline/kernel';
import type { Actor } from '../../domain/actor';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import { openRegistration, reopen } from '../../domain/registration/registration';
import type { ActivateNumber } from '../lifecycle/activate-number';
import type { Suspensions } from '../lifecycle/suspensions';
import type { RegistrationRepository } from './ports';
import type { Registrars } from './registrars';

/** Continues numbers that await their registration when their bundle is approved. Joins the caller's transaction. */
export class AcceptDocuments {
  constructor(
    private readonly registrars: Registrars,
    private readonly registrations: RegistrationRepository,
    private readonly activate: ActivateNumber,
    private readonly suspensions: Suspensions,
    private readonly clock: Clock,
  ) {}

  /**
   * Activates a locked number with an approved bundle, or resumes one whose registration was revoked. Where the supplier requires it, the number waits until the supplier
   * has registered the end user; the first call requests that. Returns whether the number was activated or resumed.
   */
  async accept(number: PhoneNumber, bundleId: string, actor: Actor): Promise<boolean> {
    if (this.registrars.isRequiredBy(number.supplier) && !(await this.isRegistered(number, bundleId))) return false;
    if (number.status !== 'pending_documents') return this.suspensions.set(number, 'supplier', false);
    await this.activate.activate(number, actor);
    return true;
  }

  private async isRegistered(number: PhoneNumber, bundleId: string): Promise<boolean> {
    const now = this.clock.now();
    const registration = await this.registrations.addOnce(openRegistration(number, bundleId, now));
    // The bundle was detached meanwhile, or its approval had ended.
    if (registration.status === 'withdrawn') await this.registrations.save(reopen(registration, now));
    return registration.status === 'registered';
  }
}
