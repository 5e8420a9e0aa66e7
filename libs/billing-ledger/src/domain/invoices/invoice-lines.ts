import { BILLED_ITEMS, type BilledItem } from '../journal/postings';

export const INVOICE_LINE_KINDS = [...BILLED_ITEMS, 'adjustment'] as const;
export type InvoiceLineKind = (typeof INVOICE_LINE_KINDS)[number];

/** Transactions of a period, as the books give them: one alone, or the calls or messages of one kind summed up. */
export interface BilledEntry {
  readonly item: BilledItem | null;
  /** How many transactions. */
  readonly count: number;
  /** Of all of them, as the wallet sees it: negative is what the customer pays. */
  readonly amountCents: number;
  /** Null for a sum. */
  readonly description: string | null;
  readonly relatedKind: string | null;
  readonly relatedId: string | null;
}

export interface InvoiceLine {
  readonly kind: InvoiceLineKind;
  readonly description: string;
  readonly quantity: number;
  readonly unitPriceCents: number;
  /** Quantity × unit price; negative gives money back. */
  readonly amountCents: number;
  readonly relatedKind: string | null;
  readonly relatedId: string | null;
}

/** Beyond it, lines of one kind and price become one: a bill is read, and answered in one piece. */
export const SINGLE_LINES_MAX = 1_000;

const NAMES: Readonly<Record<InvoiceLineKind, string>> = {
  number_setup: 'Numbers, setup and first month',
  number_monthly: 'Numbers, monthly',
  usage_inbound: 'Inbound calls',
  usage_outbound: 'Outbound calls',
  sms: 'Text messages',
  adjustment: 'Adjustments',
};
const ORDER: readonly InvoiceLineKind[] = [
  'number_setup',
  'number_monthly',
  'usage_inbound',
  'usage_outbound',
  'sms',
  'adjustment',
];

/** What the entries are on a bill: each of them in exactly one line, so that the lines add up to them, sign turned. */
export function linesOf(entries: readonly BilledEntry[]): InvoiceLine[] {
  const sums = entries.filter(({ description }) => description === null).map(sumLine);
  const singles = entries.flatMap(({ description, ...entry }) =>
    description === null ? [] : [singleLine(description, entry)],
  );
  const lines = [...sums, ...(singles.length > SINGLE_LINES_MAX ? folded(singles) : singles)];
  return ORDER.flatMap((kind) => lines.filter((line) => line.kind === kind));
}

export function sumOf(lines: readonly InvoiceLine[]): number {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Calls all cost differently, so they are one thing at one price; messages are so many at the price of each. */
function sumLine({ item, count, amountCents, relatedKind }: BilledEntry): InvoiceLine {
  const kind: InvoiceLineKind = item ?? 'adjustment';
  const about = { kind, relatedKind, relatedId: null };
  if (kind === 'sms') return priced({ ...about, description: NAMES.sms, quantity: count }, -amountCents / count);
  return priced({ ...about, description: `${NAMES[kind]}: ${String(count)}`, quantity: 1 }, -amountCents);
}

type Single = Omit<BilledEntry, 'description'>;

function singleLine(description: string, { item, amountCents, relatedKind, relatedId }: Single): InvoiceLine {
  return priced({ kind: item ?? 'adjustment', description, quantity: 1, relatedKind, relatedId }, -amountCents);
}

function folded(lines: readonly InvoiceLine[]): InvoiceLine[] {
  const groups = new Map<string, InvoiceLine>();
  for (const { kind, unitPriceCents, relatedKind } of lines) {
    const key = `${kind} ${String(unitPriceCents)}`;
    const quantity = (groups.get(key)?.quantity ?? 0) + 1;
    const about = { kind, description: NAMES[kind], quantity, relatedKind, relatedId: null };
    groups.set(key, priced(about, unitPriceCents));
  }
  return [...groups.values()];
}

function priced(line: Omit<InvoiceLine, 'unitPriceCents' | 'amountCents'>, unitPriceCents: number): InvoiceLine {
  return { ...line, unitPriceCents, amountCents: line.quantity * unitPriceCents };
}
