import { DomainError, type RejectionCode, type Transactor } from '@trunkline/kernel';
import type { BundleRepository } from '../application/bundles/ports';
import { type AutomaticReview } from '../application/review/ports';
import type { ReviewBundles } from '../application/review/review-bundles';

const REVIEWER = 'sandbox';
const APPROVED_SUFFIX = '#approve';
const REJECTED_SUFFIX = '#reject';

/** Decides submitted bundles by the end of their name. */
export class SandboxReview implements AutomaticReview {
  constructor(
    private readonly tx: Transactor,
    private readonly bundles: BundleRepository,
    private readonly review: ReviewBundles,
  ) {}

  async reviewBundle(accountId: string, bundleId: string): Promise<void> {
    await this.tx.run(async () => {
      if (!(await this.bundles.find(accountId, bundleId))) return;
      const { name, status } = await this.bundles.lock(accountId, bundleId);
      if (status !== 'submitted') return;
      if (name.endsWith(APPROVED_SUFFIX)) await this.approve(bundleId);
      if (name.endsWith(REJECTED_SUFFIX)) await this.reject(bundleId, 'other');
    });
  }

  /** Rejects a bundle with a required document that has expired since the submission, as a reviewer would. */
  private async approve(bundleId: string): Promise<void> {
    try {
      await this.review.approve(REVIEWER, bundleId);
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'bundle_incomplete')) throw error;
      await this.reject(bundleId, 'doc_expired');
    }
  }

  private async reject(bundleId: string, code: RejectionCode): Promise<void> {
    await this.review.reject(REVIEWER, bundleId, { reviewNotes: 'Rejected by the sandbox.', rejectionCodes: [code] });
  }
}
