import type { EventBus } from '@trunkline/kernel';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { Registration } from '../../domain/registration/registration';
import type { NumberNotices } from '../number-notices';

/** Notifies customers that a supplier did not accept a bundle, or no longer does. Joins the caller's transaction. */
export class AnnounceRejection {
  constructor(
    private readonly notices: NumberNotices,
    private readonly events: EventBus,
  ) {}

  /** `reasons`: the supplier's own words may quote personal data. They are sent by mail, and stored nowhere in plain. */
  async announce(number: PhoneNumber, registration: Registration, reasons: readonly string[]): Promise<void> {
    const { accountId, bundleId, rejectionCodes } = registration;
    const data = {
      number_id: number.id,
      e164: number.e164,
      compliance_bundle_id: bundleId,
      rejection_codes: rejectionCodes,
    };
    await this.events.publish({ type: 'number.registration_rejected', accountId, data });
    const hasWorked = number.status !== 'pending_documents';
    await this.notices.registrationRejected(registration, { e164: number.e164, hasWorked }, reasons);
  }
}
