import { ComplianceErrors } from '../../domain/errors';
import type { EndUserRepository } from '../end-users/ports';
import type { BundleNumbers, BundleRepository } from './ports';

/** Ends the use of the bundles of an end user that is being erased. */
export class LapseBundles {
  constructor(
    private readonly bundles: BundleRepository,
    private readonly endUsers: EndUserRepository,
    private readonly numbers: BundleNumbers,
  ) {}

  /**
   * Returns the bundles that have the end user or a document of it. To be called in the transaction of the erasure. Throws
   * `resource_in_use` while live numbers have one of them.
   */
  async lapse(accountId: string, endUserId: string, now: Date): Promise<readonly string[]> {
    // Locks the bundles before their numbers are counted, so that no number attaches one in between.
    await this.bundles.lapse(accountId, endUserId, now);
    const bundleIds = await this.endUsers.bundlesOf(accountId, endUserId);
    const counts = await this.numbers.countByBundles(accountId, bundleIds);
    const total = bundleIds.reduce((sum, bundleId) => sum + (counts.get(bundleId) ?? 0), 0);
    if (total === 0) return bundleIds;
    throw ComplianceErrors.resource_in_use({
      message:
        'Live numbers use a bundle with the end user or its documents. Release them, or attach another bundle to them.',
      fields: { numbers: String(total) },
    });
  }
}
