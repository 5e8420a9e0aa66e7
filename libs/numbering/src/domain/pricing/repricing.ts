import { addDays, addSeconds, CommonErrors, newId } from '@trunkline/kernel';
import type { NumberPriceRule, PriceSelector } from './price-rule';

/** Notice that customers receive of a new price (docs/prices.md#changing-the-prices-of-sold-numbers). */
export const NOTICE_DAYS = 30;
/** How much later than requested a number may be announced without its change moving. */
const TOLERANCE_SECONDS = 3600;

/** `running` and `withdrawing`: a worker goes through the numbers. */
export const REPRICING_STATUSES = ['running', 'completed', 'withdrawing', 'withdrawn'] as const;
export type RepricingStatus = (typeof REPRICING_STATUSES)[number];

/** What a mail to an account says of its numbers. */
export interface PriceNotice {
  /** The repricing that decides the prices; null for prices that stay. */
  readonly repricingId: string | null;
  readonly count: number;
  /** When the prices change, in Unix seconds; null for prices that stay. */
  readonly changesAt: number | null;
  /** The first numbers. */
  readonly numbers: readonly {
    readonly e164: string;
    readonly priceCents: number;
    readonly nextPriceCents: number | null;
  }[];
}

/** A change of the prices of sold numbers to what the rules make of their cost. */
export interface Repricing extends PriceSelector {
  readonly id: string;
  readonly effectiveAt: Date;
  readonly status: RepricingStatus;
  /** The rules that hold when it takes effect, as of its start. */
  readonly rules: readonly NumberPriceRule[];
  /** The last number that was processed. */
  readonly afterAccountId: string;
  readonly afterNumberId: string;
  /** What the account in process will be notified of, a mail each. */
  readonly notice: readonly PriceNotice[];
  /** Numbers with an announced change. */
  readonly changedCount: number;
  readonly withdrawnCount: number;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

/** Throws `invalid_input` for less than 30 days' notice. */
export function requireNotice(effectiveAt: Date, now: Date): void {
  if (effectiveAt < addDays(now, NOTICE_DAYS)) {
    throw CommonErrors.invalid_input({ fields: { effective_at: `must be at least ${NOTICE_DAYS} days ahead` } });
  }
}

export function startRepricing(
  filter: PriceSelector,
  effectiveAt: Date,
  rules: readonly NumberPriceRule[],
  now: Date,
): Repricing {
  const { accountId, supplier, country, numberType } = filter;
  return {
    id: newId('nrp'),
    accountId,
    supplier,
    country,
    numberType,
    effectiveAt,
    status: 'running',
    rules,
    afterAccountId: '',
    afterNumberId: '',
    notice: [],
    changedCount: 0,
    withdrawnCount: 0,
    createdAt: now,
    completedAt: null,
  };
}

/** Throws `invalid_state` unless the change lies ahead and is not withdrawn yet. */
export function withdrawRepricing(repricing: Repricing, now: Date): Repricing {
  const { status, effectiveAt } = repricing;
  if (status === 'withdrawing' || status === 'withdrawn') {
    throw CommonErrors.invalid_state({ message: `The change of prices is ${status} already.` });
  }
  if (effectiveAt <= now) throw CommonErrors.invalid_state({ message: 'The change of prices has taken effect.' });
  const start = { afterAccountId: '', afterNumberId: '', notice: [], completedAt: null };
  return { ...repricing, ...start, status: 'withdrawing' };
}

/** Returns when the price of a number changes that is announced now: as requested, unless an outage has shortened the notice. */
export function changeTimeOf({ effectiveAt }: Repricing, now: Date): Date {
  const earliest = addDays(now, NOTICE_DAYS);
  return effectiveAt < addSeconds(earliest, -TOLERANCE_SECONDS) ? earliest : effectiveAt;
}
