import { apiMembers, type Clock, CommonErrors, type NumberType, type Transactor } from '@trunkline/kernel';
import { announcementOf } from '../../domain/lifecycle/phone-number';
import { PriceList } from '../../domain/pricing/price-list';
import type { PriceSelector } from '../../domain/pricing/price-rule';
import { type Repricing, requireNotice, startRepricing, withdrawRepricing } from '../../domain/pricing/repricing';
import type { OperatorAudit } from '../ports';
import type { NumberGroup, PriceRules, RepricingRepository } from './ports';

const GROUPS_MAX = 100;

export interface RepricingRequest {
  readonly filter: PriceSelector;
  readonly effectiveAt: Date;
}

/** Numbers that have the same cost and price, and get the same new price. */
export interface RepricedGroup {
  /** Null for accounts without rules of their own. */
  readonly accountId: string | null;
  readonly supplier: string;
  readonly country: string;
  readonly numberType: NumberType;
  readonly costCents: number;
  readonly priceCents: number;
  readonly newPriceCents: number;
  readonly count: number;
}

export interface RepricingPreview {
  /** Numbers whose price would change. */
  readonly count: number;
  readonly unchangedCount: number;
  /** Of all numbers together, a month. */
  readonly differenceCents: number;
  /** Those that change most. */
  readonly groups: readonly RepricedGroup[];
}

/**
 * Changes of the prices of sold numbers, for operators: previewed, started, withdrawn. `RepriceNumbers` carries them out. See
 * docs/prices.md#changing-the-prices-of-sold-numbers.
 */
export class Repricings {
  constructor(
    private readonly tx: Transactor,
    private readonly repricings: RepricingRepository,
    private readonly rules: PriceRules,
    private readonly audit: OperatorAudit,
    private readonly clock: Clock,
  ) {}

  /** Throws `invalid_input` for less than 30 days' notice. */
  async preview({ filter, effectiveAt }: RepricingRequest): Promise<RepricingPreview> {
    requireNotice(effectiveAt, this.clock.now());
    const prices = new PriceList(await this.rules.allInForce(effectiveAt));
    const own = prices.rules.flatMap(({ accountId }) => accountId ?? []);
    return previewOf(await this.repricings.group(filter, effectiveAt, own), prices, effectiveAt);
  }

  /** Starts a change that was previewed. Throws `conflict` if the count of changed numbers differs now. */
  async start(operator: string, request: RepricingRequest, expectedCount: number): Promise<Repricing> {
    const { filter, effectiveAt } = request;
    const { count } = await this.preview(request);
    if (count !== expectedCount) {
      throw CommonErrors.conflict({
        message: `The price of ${count} numbers would change, not of ${expectedCount}. Preview the change again.`,
      });
    }
    return this.tx.run(async () => {
      const rules = await this.rules.allInForce(effectiveAt);
      const repricing = startRepricing(filter, effectiveAt, rules, this.clock.now());
      await this.repricings.add(repricing);
      const after = apiMembers({ filter: apiMembers(filter), effectiveAt, expectedCount });
      await this.audit.record({ ...entryOf(repricing, operator), action: 'number_price.reprice', after });
      return repricing;
    });
  }

  /** Withdraws the changes that lie ahead. Throws `not_found`, `invalid_state`. */
  withdraw(operator: string, id: string): Promise<Repricing> {
    return this.tx.run(async () => {
      const repricing = await this.repricings.lock(id);
      const withdrawing = withdrawRepricing(repricing, this.clock.now());
      await this.repricings.save(withdrawing);
      const [before, after] = [{ status: repricing.status }, { status: withdrawing.status }];
      await this.audit.record({ ...entryOf(repricing, operator), action: 'number_price.withdraw', before, after });
      return withdrawing;
    });
  }
}

function previewOf(groups: readonly NumberGroup[], prices: PriceList, at: Date): RepricingPreview {
  const priced = groups.map(({ nextMonthlyPriceCents, isEarlier, ...group }) => {
    const newPriceCents = prices.monthlyPrice({ ...group, accountId: group.accountId ?? '' }, group.costCents);
    const priceChangesAt = nextMonthlyPriceCents === null ? null : new Date(isEarlier ? 0 : at.getTime() + 1);
    const current = { monthlyPriceCents: group.priceCents, nextMonthlyPriceCents, priceChangesAt };
    return { group: { ...group, newPriceCents }, changes: announcementOf(current, newPriceCents, at) !== 'none' };
  });
  const changed = priced.filter(({ changes }) => changes).map(({ group }) => group);
  const differenceOf = ({ newPriceCents, priceCents, count }: RepricedGroup) => (newPriceCents - priceCents) * count;
  const sum = (each: readonly RepricedGroup[], of: (group: RepricedGroup) => number) =>
    each.reduce((total, group) => total + of(group), 0);
  const count = sum(changed, (group) => group.count);
  return {
    count,
    unchangedCount:
      sum(
        priced.map(({ group }) => group),
        (group) => group.count,
      ) - count,
    differenceCents: sum(changed, differenceOf),
    groups: changed.toSorted((a, b) => Math.abs(differenceOf(b)) - Math.abs(differenceOf(a))).slice(0, GROUPS_MAX),
  };
}

function entryOf({ id, accountId }: Repricing, operator: string) {
  return { actor: operator, subject: id, ...(accountId !== null && { accountId }) };
}
