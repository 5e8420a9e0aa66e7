import {
  type Clock,
  CommonErrors,
  type EventBus,
  invalidFields,
  newId,
  type Page,
  type PageRequest,
  type Transactor,
} from '@trunkline/kernel';
import {
  assertEditable,
  BUNDLE_DOCUMENTS_MAX,
  type BundleDetails,
  type ComplianceBundle,
  edit,
  isLapsed,
  submit,
  withdraw,
} from '../../domain/bundle';
import { ComplianceErrors, portedByEndUser, unknownEndUser } from '../../domain/errors';
import type { DocumentRepository } from '../documents/ports';
import type { EndUserRepository } from '../end-users/ports';
import type { RecordUses } from '../ports';
import type { BundleFilters, BundleNumbers, BundleRef, BundleRepository } from './ports';
import type { ValidateBundle } from './validate-bundle';

export interface BundleView {
  readonly bundle: ComplianceBundle;
  readonly isLapsed: boolean;
  readonly numberCount: number;
}

/** Creates, changes, copies, submits and withdraws bundles. */
export class Bundles {
  constructor(
    private readonly tx: Transactor,
    private readonly bundles: BundleRepository,
    private readonly endUsers: EndUserRepository,
    private readonly documents: DocumentRepository,
    private readonly numbers: BundleNumbers,
    private readonly validation: ValidateBundle,
    private readonly uses: RecordUses,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  async list(accountId: string, filters: BundleFilters, page: PageRequest<'created_at'>): Promise<Page<BundleView>> {
    const { items, next } = await this.bundles.list(accountId, filters, page);
    return { items: await this.viewsOf(accountId, items), next };
  }

  /** Throws `not_found`. */
  async get({ accountId, bundleId }: BundleRef): Promise<BundleView> {
    return this.viewOf(await this.bundles.get(accountId, bundleId));
  }

  /** Throws `invalid_input` for an end user or a document that is not of the account. */
  create(accountId: string, details: BundleDetails): Promise<BundleView> {
    return this.tx.run(async () => {
      await this.assertReferences(accountId, details);
      const now = this.clock.now();
      const bundle = newBundle(accountId, details, now);
      await this.bundles.add(bundle);
      return { bundle, isLapsed: false, numberCount: 0 };
    });
  }

  /** Throws `not_found`, `bundle_locked`, `invalid_input`. */
  update(ref: BundleRef, change: Partial<BundleDetails>): Promise<BundleView> {
    return this.change(ref, async (bundle) => {
      const documentIds = change.documentIds && { documentIds: sorted(change.documentIds) };
      const changed = edit(bundle, { ...change, ...documentIds }, this.clock.now());
      await this.assertReferences(ref.accountId, change);
      return changed;
    });
  }

  /** Idempotent. Throws `not_found`, `bundle_locked`, `invalid_input`. */
  attach(ref: BundleRef, documentId: string): Promise<BundleView> {
    return this.change(ref, async (bundle) => {
      const documentIds = sorted([...bundle.documentIds, documentId]);
      const changed = edit(bundle, { documentIds }, this.clock.now());
      if (documentIds.length > BUNDLE_DOCUMENTS_MAX) {
        throw invalidFields({
          document_id: `cannot be attached: the bundle has ${BUNDLE_DOCUMENTS_MAX} documents, the maximum`,
        });
      }
      const [document] = await this.documents.shareMany(ref.accountId, [documentId]);
      if (!document) throw invalidFields({ document_id: 'is not a document of this account' });
      return changed;
    });
  }

  /** Throws `not_found`, also for a document that the bundle does not have, and `bundle_locked`. */
  detach(ref: BundleRef, documentId: string): Promise<BundleView> {
    return this.change(ref, (bundle) => {
      if (!bundle.documentIds.includes(documentId)) throw CommonErrors.not_found();
      const documentIds = bundle.documentIds.filter((id) => id !== documentId);
      return Promise.resolve(edit(bundle, { documentIds }, this.clock.now()));
    });
  }

  /** Throws `not_found`, `bundle_locked`, and `resource_in_use` while live numbers have the bundle. */
  remove(ref: BundleRef): Promise<void> {
    return this.tx.run(async () => {
      const bundle = await this.bundles.lock(ref.accountId, ref.bundleId);
      assertEditable(bundle);
      const { numberCount } = await this.viewOf(bundle);
      if (numberCount > 0) {
        throw ComplianceErrors.resource_in_use({
          message: 'Live numbers use the bundle. Attach another bundle to them first.',
          fields: { numbers: String(numberCount) },
        });
      }
      await this.bundles.remove(bundle);
    });
  }

  /** Throws `not_found`, `invalid_state`, and `bundle_incomplete` with each missing piece in `fields`. */
  submit(ref: BundleRef): Promise<BundleView> {
    return this.change(ref, async (bundle) => {
      const submitted = submit(bundle, this.clock.now());
      // The locks keep what is validated from changing until the submission is stored.
      await this.endUsers.share(ref.accountId, bundle.endUserId);
      await this.documents.shareMany(ref.accountId, bundle.documentIds);
      await this.validation.assertComplete(bundle);
      const { accountId, bundleId } = ref;
      await this.events.publish({ type: 'compliance.bundle.submitted', accountId, data: { bundle_id: bundleId } });
      return submitted;
    });
  }

  /** Throws `not_found`, `invalid_state`. */
  withdraw(ref: BundleRef): Promise<BundleView> {
    return this.change(ref, (bundle) => Promise.resolve(withdraw(bundle, this.clock.now())));
  }

  /** Creates a draft with the contents of any bundle. Throws `not_found`, and `invalid_state` for an erased end user. */
  copy(ref: BundleRef, name: string): Promise<BundleView> {
    return this.tx.run(async () => {
      const { bundle } = await this.get(ref);
      if (!(await this.endUsers.share(ref.accountId, bundle.endUserId))) {
        throw CommonErrors.invalid_state({
          message: 'The end user of this bundle was erased. Create a bundle for another end user.',
        });
      }
      return this.create(ref.accountId, { ...bundle, name });
    });
  }

  /**
   * Ends the use of the bundles that have an end user or a document of it, and returns them. To be called in the transaction
   * that erases the end user. Throws `resource_in_use` while live numbers have one of them.
   */
  async lapse(accountId: string, endUserId: string, now: Date): Promise<readonly string[]> {
    if (await this.uses.usesEndUser(accountId, endUserId)) throw portedByEndUser();
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

  private change(
    { accountId, bundleId }: BundleRef,
    apply: (bundle: ComplianceBundle) => Promise<ComplianceBundle>,
  ): Promise<BundleView> {
    return this.tx.run(async () => {
      const changed = await apply(await this.bundles.lock(accountId, bundleId));
      await this.bundles.save(changed);
      return this.viewOf(changed);
    });
  }

  private async assertReferences(
    accountId: string,
    { endUserId, documentIds }: Partial<Pick<BundleDetails, 'endUserId' | 'documentIds'>>,
  ): Promise<void> {
    if (endUserId !== undefined && !(await this.endUsers.share(accountId, endUserId))) throw unknownEndUser();
    if (documentIds === undefined) return;
    const found = await this.documents.shareMany(accountId, documentIds);
    if (found.length < new Set(documentIds).size) {
      throw invalidFields({ document_ids: 'must be documents of this account' });
    }
  }

  private async viewOf(bundle: ComplianceBundle): Promise<BundleView> {
    const [view] = await this.viewsOf(bundle.accountId, [bundle]);
    if (!view) throw CommonErrors.not_found();
    return view;
  }

  private async viewsOf(accountId: string, bundles: readonly ComplianceBundle[]): Promise<BundleView[]> {
    const ids = bundles.map(({ id }) => id);
    const counts = await this.numbers.countByBundles(accountId, ids);
    const now = this.clock.now();
    return bundles.map((bundle) => {
      return { bundle, isLapsed: isLapsed(bundle, now), numberCount: counts.get(bundle.id) ?? 0 };
    });
  }
}

function newBundle(accountId: string, details: BundleDetails, now: Date): ComplianceBundle {
  const { name, endUserId, country, numberType, documentIds } = details;
  return {
    id: newId('cb'),
    accountId,
    name,
    endUserId,
    country,
    numberType,
    documentIds: sorted(documentIds),
    status: 'draft',
    reviewNotes: null,
    rejectionCodes: [],
    validUntil: null,
    submittedAt: null,
    approvedAt: null,
    rejectedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

function sorted(documentIds: readonly string[]): string[] {
  return [...new Set(documentIds)].sort();
}
