import { type Clock, type Fields, invalidFields, type NumberType, type Transactor } from '@trunkline/kernel';
import { NumberingErrors } from '../../domain/errors';
import type { CoverageEntry, CoveredField, PortPurpose } from '../../domain/porting/coverage';
import type { PortNumber } from '../../domain/porting/port-number';
import type { PortRequest } from '../../domain/porting/port-request';
import type { Funds } from '../ports';
import type { PortChecks } from '../port-checks/port-checks';
import type { PortMoves } from './port-moves';
import type { PortRef } from './port-requests';
import type { PortRecords, PortRepository } from './ports';

/** Every port needs a document for each of these. */
const REQUIRED_PURPOSES: readonly PortPurpose[] = ['loa', 'invoice'];

/** Submits drafts, and requests that an exception has sent back. */
export class SubmitPort {
  constructor(
    private readonly tx: Transactor,
    private readonly ports: PortRepository,
    private readonly checks: PortChecks,
    private readonly records: PortRecords,
    private readonly funds: Funds,
    private readonly moves: PortMoves,
    private readonly clock: Clock,
  ) {}

  /**
   * Holds the fee at the first submission; a repeated one keeps it. Throws `not_found`, `invalid_state`, `port_incomplete` with
   * `fields`, `insufficient_balance`, `number_already_owned`, `port_already_exists`, `country_not_supported`.
   */
  submit({ accountId, id, actor }: PortRef): Promise<void> {
    return this.tx.run(async () => {
      const request = await this.ports.lock(accountId, id);
      const { status: from } = request;
      request.requireEditable();
      const all = await this.ports.numbersOf(id);
      const numbers = all.filter(({ status }) => status === 'pending');
      const coverage = await this.checks.require({ accountId, numbers, requestId: id });
      await this.requireComplete(request, coverage);
      const fee = request.feeCents === null ? await this.reserve(request, numbers, coverage) : null;
      request.submit(fee, this.clock.now());
      await this.moves.record({ request, from, actor });
    });
  }

  /** Claims the numbers for this request, and holds the fee. */
  private async reserve(request: PortRequest, numbers: readonly PortNumber[], coverage: readonly CoverageEntry[]) {
    const { id, accountId } = request;
    const fees = new Map<NumberType, number>(coverage.map(({ numberType, feeCents }) => [numberType, feeCents]));
    await this.ports.claim(id, fees);
    const feeCents = numbers.reduce((sum, { numberType }) => sum + (fees.get(numberType) ?? 0), 0);
    if (feeCents === 0) return { feeCents, holdId: null };
    const related = { relatedKind: 'port', relatedId: id, reference: `port:${id}` };
    return { feeCents, holdId: (await this.funds.hold({ accountId, amountCents: feeCents, ...related })).holdId };
  }

  private async requireComplete(request: PortRequest, coverage: readonly CoverageEntry[]): Promise<void> {
    const existing = await this.records.shareDocuments(
      request.accountId,
      request.documents.map(({ documentId }) => documentId),
    );
    const ids = new Set(existing);
    const purposes = new Set(
      request.documents.filter(({ documentId }) => ids.has(documentId)).map(({ purpose }) => purpose),
    );
    const fields = { ...missingMembers(request, coverage), ...missingDocuments(purposes, coverage) };
    if (Object.keys(fields).length > 0) throw NumberingErrors.port_incomplete({ fields });
    const { requestedFocAt } = request;
    if (requestedFocAt && requestedFocAt <= this.clock.now()) {
      throw invalidFields({ requested_foc_at: 'has passed. Request another date.' });
    }
  }
}

function missingMembers(request: PortRequest, coverage: readonly CoverageEntry[]): Fields {
  const { losingCarrier, details } = request;
  const covered = coverage.flatMap(({ requiredFields }) => requiredFields);
  const needed = {
    losing_carrier: losingCarrier,
    account_number: details.accountNumber,
    authorized_person: details.authorizedPerson,
    authorized_email: details.authorizedEmail,
    ...(coverage.some(({ pinRequired }) => pinRequired) && { pin: details.pin }),
    ...Object.fromEntries(covered.map((name) => [name, valueOf(request, name)])),
  };
  const missing = Object.entries(needed).filter(([, value]) => value === null);
  return Object.fromEntries(missing.map(([name]) => [name, 'is required']));
}

function valueOf({ endUserId, details, requestedFocAt }: PortRequest, name: CoveredField): unknown {
  return { end_user_id: endUserId, billing_phone_e164: details.billingPhoneE164, requested_foc_at: requestedFocAt }[
    name
  ];
}

function missingDocuments(purposes: ReadonlySet<PortPurpose>, coverage: readonly CoverageEntry[]): Fields {
  const needed = new Set([...REQUIRED_PURPOSES, ...coverage.flatMap(({ requiredDocuments }) => requiredDocuments)]);
  const missing = [...needed].filter((purpose) => !purposes.has(purpose));
  return missing.length === 0 ? {} : { documents: `must have one for each of the purposes ${missing.join(', ')}` };
}
