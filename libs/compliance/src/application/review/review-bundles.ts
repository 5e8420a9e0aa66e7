import type { Clock, EventBus, Mails, Transactor } from '@trunkline/kernel';
import { approve, type ComplianceBundle, reject, type Rejection } from '../../domain/bundle';
import type { BundleRepository } from '../bundles/ports';
import type { ValidateBundle } from '../bundles/validate-bundle';
import type { ComplianceContacts } from '../ports';
import { approvedMessage, rejectedMessage } from './review-messages';
import type { OperatorAudit } from './ports';

/** Decides submitted bundles. Decision, audit entry, event and mails are one transaction. See docs/compliance.md#review. */
export class ReviewBundles {
  constructor(
    private readonly tx: Transactor,
    private readonly bundles: BundleRepository,
    private readonly validation: ValidateBundle,
    private readonly audit: OperatorAudit,
    private readonly contacts: ComplianceContacts,
    private readonly mails: Mails,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Throws `not_found`, `invalid_state`, and `bundle_incomplete` when a required document has expired meanwhile. */
  approve(operator: string, bundleId: string): Promise<ComplianceBundle> {
    return this.tx.run(async () => {
      const bundle = await this.bundles.lockById(bundleId);
      const { accountId } = bundle;
      const now = this.clock.now();
      // Before the validation, so that a bundle that is not submitted is `invalid_state` whatever it contains.
      const pending = approve(bundle, null, now);
      const approved = { ...pending, validUntil: await this.validation.approvalEnd(bundle) };
      await this.store(operator, 'bundle.approve', approved);
      await this.events.publish({ type: 'compliance.bundle.approved', accountId, data: { bundle_id: bundleId } });
      return approved;
    });
  }

  /** Throws `not_found`, `invalid_state`. */
  reject(operator: string, bundleId: string, rejection: Rejection): Promise<ComplianceBundle> {
    return this.tx.run(async () => {
      const bundle = await this.bundles.lockById(bundleId);
      const { accountId } = bundle;
      const rejected = reject(bundle, rejection, this.clock.now());
      await this.store(operator, 'bundle.reject', rejected);
      const { reviewNotes, rejectionCodes } = rejected;
      const data = { bundle_id: bundleId, review_notes: reviewNotes, rejection_codes: rejectionCodes };
      await this.events.publish({ type: 'compliance.bundle.rejected', accountId, data });
      return rejected;
    });
  }

  private async store(
    actor: string,
    action: 'bundle.approve' | 'bundle.reject',
    bundle: ComplianceBundle,
  ): Promise<void> {
    const { id, accountId, status, rejectionCodes } = bundle;
    await this.bundles.save(bundle);
    // Without the notes: they may describe the end user, whose erasure deletes them, and the audit trail is kept.
    const after = status === 'rejected' ? { status, rejection_codes: rejectionCodes } : { status };
    await this.audit.record({ actor, action, subject: id, accountId, before: { status: 'submitted' }, after });
    const decidedAt = bundle.updatedAt.toISOString();
    for (const { userId, email, name } of await this.contacts.technicalContacts(accountId)) {
      const message = status === 'rejected' ? rejectedMessage(name, bundle) : approvedMessage(name, bundle);
      await this.mails.send({ ...message, accountId, to: email, key: `bundle_${status}:${id}:${decidedAt}:${userId}` });
    }
  }
}
