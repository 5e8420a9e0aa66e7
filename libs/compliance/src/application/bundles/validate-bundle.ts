import type { Clock } from '@trunkline/kernel';
import type { ComplianceBundle } from '../../domain/bundle';
import {
  type BundleContents,
  endOfValidity,
  ERASED_END_USER,
  forAllTypes,
  validateBundle,
  type ValidationResult,
} from '../../domain/validation';
import { ComplianceErrors } from '../../domain/errors';
import type { NumberRequirements } from '../../domain/requirements';
import type { DocumentRepository } from '../documents/ports';
import type { EndUserRepository } from '../end-users/ports';
import type { RequirementsDirectory } from '../ports';
import type { BundleRef, BundleRepository } from './ports';

interface Compared {
  readonly contents: BundleContents;
  readonly requirements: readonly NumberRequirements[];
}

/** Compares bundles with the requirements of their country and number type. */
export class ValidateBundle {
  constructor(
    private readonly bundles: BundleRepository,
    private readonly endUsers: EndUserRepository,
    private readonly documents: DocumentRepository,
    private readonly requirements: RequirementsDirectory,
    private readonly clock: Clock,
  ) {}

  /** Throws `not_found`. */
  async validate({ accountId, bundleId }: BundleRef): Promise<ValidationResult[]> {
    return this.resultsOf(await this.bundles.get(accountId, bundleId));
  }

  /** Throws `bundle_incomplete`; `fields` has a message for each requirement that is not met. */
  async assertComplete(bundle: ComplianceBundle): Promise<void> {
    const unmet = (await this.resultsOf(bundle)).filter(({ code }) => code !== 'met');
    if (unmet.length === 0) return;
    const fields: Record<string, string> = {};
    for (const { requirement, message } of unmet) {
      fields[requirement] = [fields[requirement], message].filter(Boolean).join(' ');
    }
    throw ComplianceErrors.bundle_incomplete({ fields });
  }

  /** Returns when an approval of the bundle ends; null: never. Throws `bundle_incomplete` if it would end at once. */
  async approvalEnd(bundle: ComplianceBundle): Promise<Date | null> {
    const compared = await this.read(bundle);
    const end = compared && endOfValidity(compared.contents, compared.requirements);
    if (!compared || (end !== null && end <= this.clock.now())) await this.assertComplete(bundle);
    return end;
  }

  async resultsOf(bundle: ComplianceBundle): Promise<ValidationResult[]> {
    const compared = await this.read(bundle);
    if (!compared) return [ERASED_END_USER];
    return validateBundle(compared.contents, compared.requirements, this.clock.now());
  }

  /** Returns null when the end user was erased. */
  private async read({
    accountId,
    endUserId,
    documentIds,
    country,
    numberType,
  }: ComplianceBundle): Promise<Compared | null> {
    const found = await this.endUsers.find(accountId, endUserId);
    if (!found) return null;
    const { endUser } = found;
    const documents = await this.documents.findMany(accountId, documentIds);
    const requirements =
      numberType === null
        ? forAllTypes(country, this.requirements.list(country), endUser)
        : [this.requirements.find(country, numberType)];
    return { contents: { endUser, documents }, requirements };
  }
}
