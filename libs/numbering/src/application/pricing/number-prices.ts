import {
  apiMembers,
  type Clock,
  DomainError,
  invalidFields,
  type NumberType,
  type Transactor,
} from '@trunkline/kernel';
import type { CountryCoverage } from '../../domain/requirements';
import { PriceList } from '../../domain/pricing/price-list';
import { createPriceRule, type NewPriceRule, type NumberPriceRule } from '../../domain/pricing/price-rule';
import type { AccountStates } from '../lifecycle/sync-account-status';
import type { OperatorAudit } from '../ports';
import type { Coverage } from '../supply/coverage';
import type { Suppliers } from '../supply/suppliers';
import type { PriceRules, PriceRuleView } from './ports';

/** What a rule would make of the cheapest numbers of a supplier, country and type. */
export interface PricePreview {
  readonly supplier: string;
  readonly country: string;
  readonly numberType: NumberType;
  /** Lowest monthly cost. */
  readonly costCents: number;
  /** Price of that number without the rule, when the rule takes effect. */
  readonly priceCents: number;
  readonly newPriceCents: number;
}

export interface RulePreview {
  readonly prices: readonly PricePreview[];
  /** Suppliers that did not respond, whose numbers are missing. */
  readonly unavailable: readonly string[];
}

/** Stands for an account that no rule names. */
const ANY_ACCOUNT = '';

/**
 * The operator's rules of number prices. Each change is recorded in the audit trail in the same transaction. See
 * docs/prices.md#number-prices.
 */
export class NumberPrices {
  constructor(
    private readonly tx: Transactor,
    private readonly rules: PriceRules,
    private readonly accounts: AccountStates,
    private readonly suppliers: Suppliers,
    private readonly coverage: Coverage,
    private readonly audit: OperatorAudit,
    private readonly clock: Clock,
  ) {}

  /** Adds a rule. Throws `invalid_input`, and `conflict` if a rule with the same selector takes effect at the same time. */
  async create(operator: string, request: NewPriceRule): Promise<PriceRuleView> {
    await this.requireAccount(request.accountId);
    return this.tx.run(async () => {
      const rule = createPriceRule(request, this.clock.now());
      await this.rules.add(rule);
      await this.audit.record({ ...entryOf(rule, operator), action: 'number_price.create', after: recordOf(rule) });
      return this.rules.get(rule.id);
    });
  }

  /** Removes a rule, so that the rule that it replaced applies again. Sold numbers keep their price. Throws `not_found`. */
  remove(operator: string, id: string): Promise<void> {
    return this.tx.run(async () => {
      const rule = await this.rules.lock(id);
      await this.rules.remove(rule);
      await this.audit.record({ ...entryOf(rule, operator), action: 'number_price.delete', before: recordOf(rule) });
    });
  }

  /** Compares the prices with and without a rule, for the cheapest numbers of each kind that the rule would price. */
  async preview(request: NewPriceRule): Promise<RulePreview> {
    await this.requireAccount(request.accountId);
    const rule = createPriceRule(request, this.clock.now());
    const before = await this.rules.allInForce(rule.effectiveFrom);
    const [without, withRule] = [new PriceList(before), new PriceList([...before, rule])];
    const responses = await this.suppliers.queryAll((supplier) => this.coverage.of(supplier));
    const prices: PricePreview[] = [];
    const unavailable: string[] = [];
    responses.forEach((response, index) => {
      const supplier = this.suppliers.all[index]?.name ?? '';
      if (response.status === 'rejected') unavailable.push(supplier);
      else prices.push(...response.value.flatMap((row) => previewsOf(row, { supplier, rule, without, withRule })));
    });
    return { prices, unavailable };
  }

  private async requireAccount(accountId: string | null): Promise<void> {
    if (accountId === null) return;
    try {
      await this.accounts.isSuspended(accountId);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_found')
        throw invalidFields({ account_id: 'is not an account' });
      throw error;
    }
  }
}

interface Comparison {
  readonly supplier: string;
  readonly rule: NumberPriceRule;
  readonly without: PriceList;
  readonly withRule: PriceList;
}

function previewsOf(
  { country, numberTypes }: CountryCoverage,
  { supplier, rule, without, withRule }: Comparison,
): PricePreview[] {
  return numberTypes.flatMap(({ numberType, fromMonthlyPriceCents: costCents }) => {
    const product = { accountId: rule.accountId ?? ANY_ACCOUNT, supplier, country, numberType };
    if (costCents === null || withRule.ruleOf(product) !== rule) return [];
    const priceCents = without.monthlyPrice(product, costCents);
    const newPriceCents = withRule.monthlyPrice(product, costCents);
    return { supplier, country, numberType, costCents, priceCents, newPriceCents };
  });
}

function entryOf({ id, accountId }: NumberPriceRule, operator: string) {
  return { actor: operator, subject: id, ...(accountId !== null && { accountId }) };
}

/** Returns the rule's members by their API names, for the audit trail. */
function recordOf({ id: _id, createdAt: _createdAt, ...settings }: NumberPriceRule): Record<string, unknown> {
  return apiMembers(settings);
}
