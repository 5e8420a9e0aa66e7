import { BILLED_ITEMS, type BilledItem } from '../journal/postings';
import { destinationClassName } from './destination-class';

export const INVOICE_LINE_KINDS = [...BILLED_ITEMS, 'adjustment'] as const;
export type InvoiceLineKind = (typeof INVOICE_LINE_KINDS)[number];

/** What a line counts. */
export const INVOICE_UNITS = ['item', 'month', 'minute', 'call', 'message'] as const;
export type InvoiceUnit = (typeof INVOICE_UNITS)[number];

/** A billed transaction of a period, or the sum of the calls or messages of one kind. */
export interface BilledEntry {
  readonly item: BilledItem | null;
  /** Number of transactions. */
  readonly count: number;
  /** Sum of the movements of the wallet: negative for charges. */
  readonly amountCents: number;
  /** Null for a sum. */
  readonly description: string | null;
  /**
   * Of calls: the called number of the account, or the destination class of outbound calls. Of messages: their direction. Null if
   * it was not recorded.
   */
  readonly usageOf: string | null;
  /** Sum of the times from answer to hangup; null if they were not recorded. */
  readonly seconds: number | null;
  readonly relatedKind: string | null;
  readonly relatedId: string | null;
}

export interface InvoiceLine {
  readonly kind: InvoiceLineKind;
  readonly description: string;
  readonly quantity: number;
  readonly unit: InvoiceUnit;
  /** Of minutes and of several calls, each of which is rounded up to a cent: the average in whole cents. See `unitPriceOf`. */
  readonly unitPriceCents: number;
  /** Quantity × unit price; negative for refunds and credits. */
  readonly amountCents: number;
  readonly relatedKind: string | null;
  readonly relatedId: string | null;
}

/** Above this, lines of one kind and price are merged, to limit the size of an invoice. */
export const SINGLE_LINES_MAX = 1_000;

/** In the order of an invoice. */
const NAMES: Readonly<Record<InvoiceLineKind, string>> = {
  number_setup: 'Numbers, setup and first month',
  port_fee: 'Ports of numbers',
  number_monthly: 'Numbers, monthly',
  usage_inbound: 'Inbound calls',
  usage_outbound: 'Outbound calls',
  sms: 'Text messages',
  adjustment: 'Adjustments',
};
/** Of single charges. A refund of a call is one call. */
const UNITS: Readonly<Record<InvoiceLineKind, InvoiceUnit>> = {
  number_setup: 'item',
  port_fee: 'item',
  number_monthly: 'month',
  usage_inbound: 'call',
  usage_outbound: 'call',
  sms: 'message',
  adjustment: 'item',
};
const COUNTS = new Intl.NumberFormat('en-US');
const ORDER = Object.keys(NAMES) as readonly InvoiceLineKind[];

/** Returns the invoice lines. Each entry is in exactly one line, so the lines add up to the entries, with opposite sign. */
export function linesOf(entries: readonly BilledEntry[]): InvoiceLine[] {
  const sums = sumsOf(entries.filter(({ description }) => description === null)).map(sumLine);
  const singles = entries.flatMap(({ description, ...entry }) =>
    description === null ? [] : [singleLine(description, entry)],
  );
  const lines = [...sums, ...(singles.length > SINGLE_LINES_MAX ? merged(singles) : singles)];
  return ORDER.flatMap((kind) => lines.filter((line) => line.kind === kind));
}

export function sumOf(lines: readonly InvoiceLine[]): number {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** The lines of the opposite amounts, for the invoice that voids theirs. */
export function reversed(lines: readonly InvoiceLine[]): InvoiceLine[] {
  return lines.map((line) => ({
    ...line,
    unitPriceCents: 0 - line.unitPriceCents,
    amountCents: 0 - line.amountCents,
  }));
}

const DECIMALS_MIN = 2;
const DECIMALS_MAX = 12;
const CENT_DECIMALS = 2;

/**
 * Returns the price of a unit in dollars, with as many decimals as it takes that quantity × price, rounded to cents, is the
 * amount. Calls differ in price, and each is rounded to a cent, so the price of their minutes is an average.
 */
export function unitPriceOf({ quantity, amountCents }: Pick<InvoiceLine, 'quantity' | 'amountCents'>): string {
  const count = BigInt(quantity);
  const cents = BigInt(Math.abs(amountCents));
  for (let decimals = DECIMALS_MIN; ; decimals += 1) {
    const scale = 10n ** BigInt(decimals - CENT_DECIMALS);
    const price = rounded(cents * scale, count);
    if (rounded(price * count, scale) === cents || decimals === DECIMALS_MAX)
      return `${amountCents < 0 ? '-' : ''}$${fixed(price, decimals)}`;
  }
}

/** Whether the price of a unit is an average: of minutes, and of several calls. */
export function isAverage({ unit, quantity }: Pick<InvoiceLine, 'unit' | 'quantity'>): boolean {
  return unit === 'minute' || (unit === 'call' && quantity > 1);
}

const AVERAGE_DECIMALS = 4;

/** Returns the price of a unit in dollars for reading: an average has four decimals. */
export function printedPriceOf(line: Pick<InvoiceLine, 'quantity' | 'amountCents' | 'unit'>): string {
  if (!isAverage(line)) return unitPriceOf(line);
  const cents = BigInt(Math.abs(line.amountCents));
  const price = rounded(cents * 10n ** BigInt(AVERAGE_DECIMALS - CENT_DECIMALS), BigInt(line.quantity));
  return `${line.amountCents < 0 ? '-' : ''}$${fixed(price, AVERAGE_DECIMALS)}`;
}

/** Rounds a half away from zero, so that opposite amounts stay opposite. The divisor is positive; BigInt truncates towards zero. */
const rounded = (dividend: bigint, divisor: bigint) =>
  (2n * dividend + (dividend < 0n ? -divisor : divisor)) / (2n * divisor);

function fixed(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Above a thousand destination classes and numbers, there is one line of each kind. */
function sumsOf(sums: readonly BilledEntry[]): readonly BilledEntry[] {
  if (sums.length <= SINGLE_LINES_MAX) return sums;
  const kinds = new Map<string, BilledEntry>();
  for (const entry of sums) {
    const isOfMessages = entry.item === 'sms';
    const usageOf = isOfMessages ? entry.usageOf : null;
    const key = `${String(entry.item)} ${isOfMessages ? `${String(usageOf)} ${String(entry.amountCents / entry.count)}` : ''}`;
    const other = kinds.get(key);
    kinds.set(key, other ? added(other, entry) : { ...entry, usageOf });
  }
  return [...kinds.values()];
}

function added(one: BilledEntry, other: BilledEntry): BilledEntry {
  return {
    ...one,
    count: one.count + other.count,
    amountCents: one.amountCents + other.amountCents,
    seconds: one.seconds === null || other.seconds === null ? null : one.seconds + other.seconds,
  };
}

function sumLine(entry: BilledEntry): InvoiceLine {
  const { item, count, amountCents, relatedKind } = entry;
  const kind: InvoiceLineKind = item ?? 'adjustment';
  if (kind !== 'usage_inbound' && kind !== 'usage_outbound') {
    const description = kind === 'sms' ? messagesText(entry) : NAMES[kind];
    const line = { kind, description, quantity: count, unit: UNITS[kind], relatedKind, relatedId: null };
    return priced(line, -amountCents / count);
  }
  return {
    kind,
    description: usageText(kind, entry),
    relatedKind,
    relatedId: null,
    ...usageQuantity(entry),
    amountCents: -amountCents,
  };
}

const MINUTE_SECONDS = 60;

/** Minutes, a begun one counting whole; calls if their times are unknown or none was answered. */
function usageQuantity({ count, seconds, amountCents }: BilledEntry) {
  const minutes = seconds === null ? 0 : Math.ceil(seconds / MINUTE_SECONDS);
  const quantity = minutes > 0 ? minutes : count;
  const unit: InvoiceUnit = minutes > 0 ? 'minute' : 'call';
  return { quantity, unit, unitPriceCents: Number(rounded(BigInt(-amountCents), BigInt(quantity))) };
}

function usageText(kind: 'usage_inbound' | 'usage_outbound', { usageOf, count }: BilledEntry): string {
  const to = usageOf === null ? '' : ` to ${kind === 'usage_inbound' ? usageOf : destinationClassName(usageOf)}`;
  return `${NAMES[kind]}${to}: ${COUNTS.format(count)} ${count === 1 ? 'call' : 'calls'}`;
}

/** Messages of earlier releases have no direction. */
function messagesText({ usageOf }: BilledEntry): string {
  if (usageOf === null) return NAMES.sms;
  return usageOf === 'inbound' ? 'Received text messages' : 'Sent text messages';
}

type Single = Omit<BilledEntry, 'description' | 'usageOf' | 'seconds'>;

function singleLine(description: string, { item, amountCents, relatedKind, relatedId }: Single): InvoiceLine {
  const kind = item ?? 'adjustment';
  return priced({ kind, description, quantity: 1, unit: UNITS[kind], relatedKind, relatedId }, -amountCents);
}

function merged(lines: readonly InvoiceLine[]): InvoiceLine[] {
  const groups = new Map<string, InvoiceLine>();
  for (const { kind, unit, unitPriceCents, relatedKind } of lines) {
    const key = `${kind} ${String(unitPriceCents)}`;
    const quantity = (groups.get(key)?.quantity ?? 0) + 1;
    const line = { kind, description: NAMES[kind], quantity, unit, relatedKind, relatedId: null };
    groups.set(key, priced(line, unitPriceCents));
  }
  return [...groups.values()];
}

function priced(line: Omit<InvoiceLine, 'unitPriceCents' | 'amountCents'>, unitPriceCents: number): InvoiceLine {
  return { ...line, unitPriceCents, amountCents: line.quantity * unitPriceCents };
}
