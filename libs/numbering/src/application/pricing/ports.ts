import type { Page, PageRequest } from '@trunkline/kernel';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { NumberPriceRule, PriceSelector } from '../../domain/pricing/price-rule';
import type { Repricing } from '../../domain/pricing/repricing';

/** Undefined members match everything; null matches rules without that member. */
export interface PriceRuleFilters {
  readonly accountId?: string;
  readonly supplier?: string;
  readonly country?: string;
  readonly numberType?: NumberPriceRule['numberType'] & string;
  /** Whether a rule with the same selector has replaced it. */
  readonly isReplaced?: boolean;
}

export type PriceRuleView = NumberPriceRule & {
  /** When a later rule with the same selector replaces it; null when none does. */
  readonly replacedAt: Date | null;
};

/** The operator's rules of number prices. */
export abstract class PriceRules {
  /** Adds a rule. Throws `conflict` if another rule with the same selector takes effect at the same time. */
  abstract add(rule: NumberPriceRule): Promise<void>;
  /** Locks the rule until the transaction ends. Throws `not_found`. */
  abstract lock(id: string): Promise<NumberPriceRule>;
  abstract remove(rule: NumberPriceRule): Promise<void>;
  /** Throws `not_found`. */
  abstract get(id: string): Promise<PriceRuleView>;
  abstract list(filters: PriceRuleFilters, page: PageRequest<'created_at'>): Promise<Page<PriceRuleView>>;
  /** Returns the rules that hold for an account at a time: of each selector, the latest that has taken effect. */
  abstract inForce(accountId: string, at: Date): Promise<readonly NumberPriceRule[]>;
  /** The same for all accounts. */
  abstract allInForce(at: Date): Promise<readonly NumberPriceRule[]>;
  /** Returns whether there is any rule that has taken effect. */
  abstract exist(at: Date): Promise<boolean>;
}

/** A number that is sold for less a month than its supplier charges. */
export interface NumberBelowCost
  extends Pick<PhoneNumber, 'id' | 'e164' | 'accountId' | 'supplier' | 'country' | 'numberType' | 'monthlyPriceCents'> {
  readonly monthlyCostCents: number;
}

export abstract class PriceReports {
  /** Lists the live numbers that are sold below cost, of all accounts, by ID. */
  abstract listBelowCost(page: PageRequest<'id'>): Promise<Page<NumberBelowCost>>;
}

/** Live numbers with the same cost and prices. */
export interface NumberGroup
  extends Pick<PhoneNumber, 'supplier' | 'country' | 'numberType' | 'nextMonthlyPriceCents'> {
  /** Null for accounts that were not listed. */
  readonly accountId: string | null;
  readonly costCents: number;
  readonly priceCents: number;
  /** Whether the announced price holds before the given time or at it. */
  readonly isEarlier: boolean;
  readonly count: number;
}

/** Repricings, and the numbers that they change. Numbers whose release comes first are left out. */
export abstract class RepricingRepository {
  abstract add(repricing: Repricing): Promise<void>;
  abstract save(repricing: Repricing): Promise<void>;
  /** Locks the repricing until the transaction ends, and waits for the locks of all others. Throws `not_found`. */
  abstract lock(id: string): Promise<Repricing>;
  /** Throws `not_found`. */
  abstract get(id: string): Promise<Repricing>;
  /** Returns those of the repricings that are not withdrawn. */
  abstract listStanding(ids: readonly string[]): Promise<Repricing[]>;
  abstract list(page: PageRequest<'created_at'>): Promise<Page<Repricing>>;
  /** Returns the oldest repricing that is not completed; null when all are. */
  abstract findOpen(): Promise<string | null>;
  /** Groups the numbers that match. `accountIds`: the accounts with groups of their own. */
  abstract group(filter: PriceSelector, at: Date, accountIds: readonly string[]): Promise<NumberGroup[]>;
  /** Locks the next numbers after the position of the repricing, in the order of their ids: fewer than `limit` end an account. */
  abstract lockNext(repricing: Repricing, limit: number): Promise<PhoneNumber[]>;
  /** Saves the prices of locked numbers. */
  abstract saveNumbers(numbers: readonly PhoneNumber[]): Promise<void>;
}
