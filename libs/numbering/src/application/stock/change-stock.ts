import {
  apiMembers,
  changedMembers,
  type Clock,
  CommonErrors,
  invalidFields,
  type Transactor,
} from '@trunkline/kernel';
import type { StockTerms } from '../../domain/stock';
import type { OperatorAudit } from '../ports';
import type { InboundCarriers, StockQueries, StockRepository, StockView } from './ports';
import { termsFault } from './stock-terms';

/** The states that an operator can set. All others follow from carts, orders and releases. */
export const SETTABLE_STOCK_STATES = ['free', 'withdrawn'] as const;

export interface StockChange extends Partial<Omit<StockTerms, 'country'>> {
  readonly carrierId?: string | null;
  readonly state?: (typeof SETTABLE_STOCK_STATES)[number];
}

interface OperatorAction {
  readonly operator: string;
  readonly e164: string;
}

/** Changes of single numbers of the stock by operators. Each is recorded in the audit trail in the same transaction. */
export class ChangeStock {
  constructor(
    private readonly tx: Transactor,
    private readonly stock: StockRepository,
    private readonly queries: StockQueries,
    private readonly carriers: InboundCarriers,
    private readonly audit: OperatorAudit,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes terms, carrier or state. New terms hold for the next sale: a number that is sold keeps its price. Throws
   * `not_found`, `invalid_input`, and `invalid_state` for another state of a number that is reserved or sold.
   */
  update({ operator, e164 }: OperatorAction, change: StockChange): Promise<StockView> {
    return this.tx.run(async () => {
      const before = await this.lock(e164);
      const after = { ...before, ...change };
      if (after.carrierId !== null && after.carrierId !== before.carrierId) await this.requireCarrier(after.carrierId);
      const fault = termsFault(after, [e164]);
      if (fault) throw invalidFields({ [fault.column]: fault.message });
      const hasChangedState = after.state !== before.state;
      if (hasChangedState) requireUnsold(before, `made ${after.state}`);
      const changed = hasChangedState ? { ...after, availableAt: null } : after;
      const difference = changedMembers(recordOf(before), recordOf(changed));
      if (difference) {
        await this.stock.save(changed, this.clock.now());
        await this.audit.record({ actor: operator, action: 'stock.change', subject: e164, ...difference });
      }
      return this.queries.get(e164);
    });
  }

  /** Throws `not_found`, and `invalid_state` for a number that is reserved or sold. */
  remove({ operator, e164 }: OperatorAction): Promise<void> {
    return this.tx.run(async () => {
      const number = await this.lock(e164);
      requireUnsold(number, 'deleted');
      await this.stock.remove(e164);
      await this.audit.record({ actor: operator, action: 'stock.delete', subject: e164, before: recordOf(number) });
    });
  }

  private async lock(e164: string): Promise<StockView> {
    const number = await this.stock.lock(e164);
    if (!number) throw CommonErrors.not_found();
    return number;
  }

  private async requireCarrier(carrierId: string): Promise<void> {
    const known = await this.carriers.listKnown([carrierId]);
    if (known.length === 0) throw invalidFields({ carrier_id: 'is not a carrier' });
  }
}

function requireUnsold({ state }: StockView, verb: string): void {
  if (state !== 'reserved' && state !== 'sold') return;
  const remedy = state === 'sold' ? 'Release it first.' : 'Wait until the reservation has ended.';
  throw CommonErrors.invalid_state({ message: `A number that is ${state} cannot be ${verb}. ${remedy}` });
}

/** Returns what an operator can set, by its API names, for the audit trail. */
function recordOf({
  e164: _e164,
  accountId: _accountId,
  orderId: _orderId,
  availableAt: _availableAt,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...settings
}: StockView): Record<string, unknown> {
  return apiMembers(settings);
}
