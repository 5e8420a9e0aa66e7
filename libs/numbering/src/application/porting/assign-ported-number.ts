import type { Clock } from '@trunkline/kernel';
import { NumberingErrors } from '../../domain/errors';
import { NumberOrder } from '../../domain/number-order';
import type { PortNumber } from '../../domain/porting/port-number';
import type { PortRequest } from '../../domain/porting/port-request';
import type { PriceList } from '../../domain/pricing/price-list';
import { STOCK } from '../../domain/stock';
import type { AccountStates } from '../lifecycle/sync-account-status';
import type { TakenNumber, TakeNumber } from '../lifecycle/take-number';
import { ORDER_LEASE_SECONDS } from '../orders/place-order';
import type { SettleOrder } from '../orders/settle-order';
import type { Funds, NumberOrderRepository } from '../ports';
import type { StockRepository } from '../stock/ports';
import type { PortRepository } from './ports';

export interface Assignment {
  readonly request: PortRequest;
  readonly prices: PriceList;
  /** False if the target of the route was archived since. */
  readonly isRoutable: boolean;
}

interface Sale {
  readonly taken: TakenNumber;
  readonly prices: PriceList;
}

/** A ported number costs us nothing that the stock knows. */
const FREE_TERMS = {
  areaCode: null,
  region: null,
  city: null,
  monthlyCents: 0,
  setupCents: 0,
  requiresActivation: false,
} as const;

/**
 * Assigns a locked number to the account of its port: through the stock, with an order that is settled at once, as a number that the
 * operator gives to an account. Joins the caller's transaction.
 */
export class AssignPortedNumber {
  constructor(
    private readonly ports: PortRepository,
    private readonly accounts: AccountStates,
    private readonly takeNumber: TakeNumber,
    private readonly stock: StockRepository,
    private readonly orders: NumberOrderRepository,
    private readonly settle: SettleOrder,
    private readonly funds: Funds,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws `number_already_owned`, `number_unavailable` for a number of the stock that is sold or reserved, and `account_closed`.
   */
  async assign({ request, prices, isRoutable }: Assignment, number: PortNumber): Promise<void> {
    const { accountId, createdBy: actor } = request;
    if ((await this.accounts.status(accountId)) === 'closed') throw NumberingErrors.account_closed();
    await this.putInStock(request, number);
    const wanted = { e164: number.e164, accountId, fromAccountId: null, actor };
    const taken = await this.takeNumber.take(wanted, this.takeNumber.trackUses(wanted));
    const order = this.orderOf(request, number, { taken, prices });
    const purchase = await this.takeNumber.assign(taken, order);
    const isUnpaid = !(await this.chargeFirstMonth(order, number));
    await this.orders.addAll([order]);
    const result = { status: 'bought', purchase: { ...purchase, usable: true, isUnpaid } } as const;
    await this.settle.settleLocked([order], [{ orderId: order.id, result }], isRoutable);
    // It became live in another account meanwhile.
    if (!order.isBought) throw NumberingErrors.number_already_owned();
    const { assignedNumberId: numberId } = order;
    await this.ports.saveNumbers([{ ...number, status: 'ported', reasonCode: null, numberId, claim: null }]);
  }

  /** A number that is in stock already keeps its terms, and is brought in by the carrier of the port. */
  private async putInStock({ country, capabilities, carrierId }: PortRequest, { e164, numberType }: PortNumber) {
    const now = this.clock.now();
    const terms = { ...FREE_TERMS, country, numberType, capabilities };
    const added = await this.stock.add([{ e164, terms, carrierId }], now);
    if (added.has(e164) || carrierId === null) return;
    const known = await this.stock.lock(e164);
    if (known) await this.stock.save({ ...known, carrierId }, now);
  }

  private orderOf(request: PortRequest, { numberType }: PortNumber, { taken, prices }: Sale): NumberOrder {
    const { accountId, country, capabilities, customerReference, route, createdBy: placedBy } = request;
    const product = { accountId, supplier: STOCK, country, numberType };
    const monthlyPriceCents = request.monthlyPriceCents ?? prices.monthlyPrice(product, FREE_TERMS.monthlyCents);
    const price = { monthlyPriceCents, setupPriceCents: 0, monthlyCostCents: 0, setupCostCents: 0 };
    const offer = { ...taken.offer, ...price, capabilities, requiresActivation: false };
    const terms = { ...route, complianceBundleId: null, documentsApproved: false, customerReference };
    const order = { accountId, operationId: null, checkoutId: null, placedBy, offer, terms };
    return NumberOrder.place(order, this.clock.now(), ORDER_LEASE_SECONDS);
  }

  /** Returns false if the balance does not cover it: the number is ported all the same, and its month stays due. */
  private async chargeFirstMonth({ id, accountId, dueCents: amountCents }: NumberOrder, { e164 }: PortNumber) {
    if (amountCents === 0) return true;
    const related = { relatedKind: 'number_order', relatedId: id, reference: `order:${id}` };
    const description = `Number ${e164}: first month`;
    const charge = { accountId, amountCents, description, ...related, item: 'number_monthly' } as const;
    const [posting] = await this.funds.chargeAll([charge]);
    return Boolean(posting);
  }
}
