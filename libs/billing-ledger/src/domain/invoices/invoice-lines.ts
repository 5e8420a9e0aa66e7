import { BILLED_ITEMS, type BilledItem } from '../journal/postings';

export const INVOICE_LINE_KINDS = [...BILLED_ITEMS, 'adjustment'] as const;
export type InvoiceLineKind = (typeof INVOICE_LINE_KINDS)[number];

/** A billed transaction of a period, or the sum of the calls or messages of one kind. */
export interface BilledEntry {
  readonly item: BilledItem | null;
  /** Number of transactions. */
  readonly count: number;
  /** Sum of the movements of the wallet: negative for charges. */
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
  /** Quantity × unit price; negative for refunds and credits. */
  readonly amountCents: number;
  readonly relatedKind: string | null;
  readonly relatedId: string | null;
}

/** Above this, lines of one kind and price are merged, to limit the size of an invoice. */
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

/** Returns the invoice lines. Each entry is in exactly one line, so the lines add up to the entries, with opposite sign. */
export function linesOf(entries: readonly BilledEntry[]): InvoiceLine[] {
  const sums = entries.filter(({ description }) => description === null).map(sumLine);
  const singles = entries.flatMap(({ description, ...entry }) =>
    description === null ? [] : [singleLine(description, entry)],
  );
  const lines = [...sums, ...(singles.length > SINGLE_LINES_MAX ? merged(singles) : singles)];
  return ORDER.flatMap((kind) => lines.filter((line) => line.kind === kind));
}

export function sumOf(lines: readonly InvoiceLine[]): number {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Calls have different prices, so their sum is one unit; messages are billed as quantity × unit price. */
function sumLine({ item, count, amountCents, relatedKind }: BilledEntry): InvoiceLine {
  const kind: InvoiceLineKind = item ?? 'adjustment';
  if (kind === 'sms')
    return priced(
      { kind, description: NAMES.sms, quantity: count, relatedKind, relatedId: null },
      -amountCents / count,
    );
  const description = `${NAMES[kind]}: ${String(count)}`;
  return priced({ kind, description, quantity: 1, relatedKind, relatedId: null }, -amountCents);
}

type Single = Omit<BilledEntry, 'description'>;

function singleLine(description: string, { item, amountCents, relatedKind, relatedId }: Single): InvoiceLine {
  return priced({ kind: item ?? 'adjustment', description, quantity: 1, relatedKind, relatedId }, -amountCents);
}

function merged(lines: readonly InvoiceLine[]): InvoiceLine[] {
  const groups = new Map<string, InvoiceLine>();
  for (const { kind, unitPriceCents, relatedKind } of lines) {
    const key = `${kind} ${String(unitPriceCents)}`;
    const quantity = (groups.get(key)?.quantity ?? 0) + 1;
    const line = { kind, description: NAMES[kind], quantity, relatedKind, relatedId: null };
    groups.set(key, priced(line, unitPriceCents));
  }
  return [...groups.values()];
}

function priced(line: Omit<InvoiceLine, 'unitPriceCents' | 'amountCents'>, unitPriceCents: number): InvoiceLine {
  return { ...line, unitPriceCents, amountCents: line.quantity * unitPriceCents };
}
