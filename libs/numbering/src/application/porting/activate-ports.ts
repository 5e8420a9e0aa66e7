import { type Clock, DomainError, type Transactor } from '@trunkline/kernel';
import { SYSTEM } from '../../domain/actor';
import { PORT_FAILURE_CODES, type PortFailureCode, type PortNumber } from '../../domain/porting/port-number';
import type { PortRequest } from '../../domain/porting/port-request';
import type { PriceList } from '../../domain/pricing/price-list';
import type { References } from '../lifecycle/references';
import type { FaultPoints } from '../ports';
import type { PriceLists } from '../pricing/price-lists';
import type { AssignPortedNumber } from './assign-ported-number';
import type { PortRepository } from './ports';

/**
 * Assigns ported numbers to their accounts: each in one transaction, with its order, its first month and its place in the stock.
 * Resumes after a crash with the numbers that are left, and is safe to run on several workers. See docs/porting.md#activation.
 */
export class ActivatePorts {
  constructor(
    private readonly tx: Transactor,
    private readonly ports: PortRepository,
    private readonly references: References,
    private readonly prices: PriceLists,
    private readonly assignment: AssignPortedNumber,
    private readonly clock: Clock,
    private readonly faults: FaultPoints,
  ) {}

  /** Assigns the numbers of a ported request. Goes on after a number that fails unexpectedly, and throws in the end. */
  async activate(id: string): Promise<void> {
    const request = await this.ports.get(id);
    const prices = await this.prices.of(request.accountId);
    const errors: unknown[] = [];
    for (let position: number | null = BEFORE_FIRST; position !== null; ) {
      const step: Step = await this.activateNext(request, prices, position);
      if (step.error !== undefined) errors.push(step.error);
      position = step.position;
      await this.faults.reach('port.number_assigned');
    }
    if (errors.length > 0) throw new AggregateError(errors, `${errors.length} numbers of ${id} were not assigned.`);
  }

  private async activateNext(request: PortRequest, prices: PriceList, after: number): Promise<Step> {
    const attempt: { number: PortNumber | null } = { number: null };
    try {
      await this.tx.run(async () => {
        const isRoutable = await this.references.isRoutable(request);
        attempt.number = await this.ports.lockActivating(request.id, after);
        if (attempt.number) await this.assignment.assign({ request, prices, isRoutable }, attempt.number);
      });
      return { position: attempt.number?.position ?? null };
    } catch (error) {
      // Without a number, the next step would fail as well.
      if (attempt.number === null) throw error;
      const { position } = attempt.number;
      const reasonCode = failureOf(error);
      if (reasonCode === null) return { position, error };
      await this.fail(request, attempt.number, reasonCode);
      return { position };
    }
  }

  private fail(request: PortRequest, { e164, position }: PortNumber, reasonCode: PortFailureCode): Promise<void> {
    return this.tx.run(async () => {
      const number = await this.ports.lockActivating(request.id, position - 1);
      // Another process has assigned it since.
      if (number?.position !== position) return;
      await this.ports.saveNumbers([{ ...number, status: 'failed', reasonCode }]);
      const change = { action: 'number_failed', from: {}, to: { e164, reason_code: reasonCode } } as const;
      await this.ports.addEvent(request, change, { actor: SYSTEM, at: this.clock.now() });
    });
  }
}

/** A number was processed, or none was left (null). An unexpected error leaves the number as it was. */
interface Step {
  readonly position: number | null;
  readonly error?: unknown;
}

const BEFORE_FIRST = -1;
/** Returns why the number cannot be assigned to the account; null for any other error. */
function failureOf(error: unknown): PortFailureCode | null {
  const code = error instanceof DomainError ? error.code : null;
  return PORT_FAILURE_CODES.find((each) => each === code) ?? null;
}
