import { apiMembers, type Clock, CommonErrors, type Transactor } from '@trunkline/kernel';
import { NumberingErrors } from '../../domain/errors';
import type { Route } from '../../domain/lifecycle/route';
import { NumberOrder } from '../../domain/number-order';
import { ORDER_LEASE_SECONDS } from '../orders/place-order';
import type { SettleOrder } from '../orders/settle-order';
import type { Funds, NumberOrderRepository, OperatorAudit } from '../ports';
import type { References } from './references';
import type { AccountStates } from './sync-account-status';
import type { TakenNumber, TakeNumber } from './take-number';

export interface GivenNumber {
  readonly accountId: string;
  /** The account that has the number; null unless it is moved. */
  readonly fromAccountId: string | null;
  readonly e164: string;
  readonly monthlyPriceCents: number;
  readonly setupPriceCents: number;
  readonly route: Route;
}

/**
 * Gives numbers to accounts directly: those of the stock, those that customers bring, and those of other accounts. An order
 * that is settled at once records what a purchase records. See docs/numbers.md#numbers-given-to-an-account.
 */
export class GiveNumber {
  constructor(
    private readonly tx: Transactor,
    private readonly accounts: AccountStates,
    private readonly references: References,
    private readonly takeNumber: TakeNumber,
    private readonly orders: NumberOrderRepository,
    private readonly funds: Funds,
    private readonly settle: SettleOrder,
    private readonly audit: OperatorAudit,
    private readonly clock: Clock,
  ) {}

  /**
   * Charges the setup fee and the first month. Throws `not_found` for an unknown account,
   * `invalid_state` for a closing account, `insufficient_balance`, `number_already_owned`, `number_unavailable`, and what `route`
   * of a number throws.
   */
  async give(operator: string, request: GivenNumber): Promise<void> {
    const { accountId, fromAccountId, e164, route } = request;
    const actor = { kind: 'operator', id: operator } as const;
    const wanted = { e164, accountId, fromAccountId, actor };
    const uses = this.takeNumber.trackUses(wanted);
    await this.tx.run(async () => {
      await uses.lock();
      await this.requireOpen(accountId);
      await this.references.requireActive(accountId, route);
      const taken = await this.takeNumber.take(wanted, uses);
      const order = orderOf(request, taken, { actor, now: this.clock.now() });
      const purchase = await this.takeNumber.assign(taken, order);
      await this.hold(order);
      await this.orders.addAll([order]);
      await this.settle.settleLocked([order], [{ orderId: order.id, result: { status: 'bought', purchase } }], true);
      // It became live in another account meanwhile.
      if (!order.isBought) throw NumberingErrors.number_already_owned();
      await this.record(operator, request, order);
    });
  }

  private async requireOpen(accountId: string): Promise<void> {
    const status = await this.accounts.status(accountId);
    if (status === 'active' || status === 'suspended') return;
    throw CommonErrors.invalid_state({ message: `The account is ${status}, and receives no numbers.` });
  }

  private async hold(order: NumberOrder): Promise<void> {
    const { id, accountId, dueCents } = order;
    if (dueCents === 0) return;
    const related = { relatedKind: 'number_order', relatedId: id, reference: `order:${id}` };
    order.holdWith((await this.funds.hold({ accountId, amountCents: dueCents, ...related })).holdId);
  }

  private async record(
    operator: string,
    { accountId, fromAccountId, e164, route, ...prices }: GivenNumber,
    { assignedNumberId }: NumberOrder,
  ): Promise<void> {
    await this.audit.record({
      actor: operator,
      action: 'number.give',
      subject: e164,
      accountId,
      before: { account_id: fromAccountId },
      after: apiMembers({ accountId, numberId: assignedNumberId, ...prices, ...route }),
    });
  }
}

function orderOf(
  { accountId, monthlyPriceCents, setupPriceCents, route }: GivenNumber,
  { offer }: TakenNumber,
  { actor, now }: { readonly actor: NumberOrder['placedBy']; readonly now: Date },
): NumberOrder {
  const terms = { ...route, complianceBundleId: null, documentsApproved: false, customerReference: null };
  const priced = { ...offer, monthlyPriceCents, setupPriceCents };
  const request = { accountId, operationId: null, checkoutId: null, placedBy: actor, offer: priced, terms };
  return NumberOrder.place(request, now, ORDER_LEASE_SECONDS);
}
