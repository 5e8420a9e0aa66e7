import { type Page, pageOf, type PageRequest, unixSeconds } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type InvoiceFilters, type InvoiceQueries } from '../../application/invoices/ports';
import type { InvoiceView } from '../../application/invoices/views';
import type { InvoiceLine } from '../../domain/invoices/invoice-lines';

type Head = Omit<InvoiceView, 'lines'>;
type Line = InvoiceLine & { readonly invoiceId: string };

const SELECT = `SELECT id, account_id AS "accountId", number, status, period_start AS "periodStart",
    period_end AS "periodEnd", subtotal_cents AS "subtotalCents", tax_cents AS "taxCents",
    total_cents AS "totalCents", amount_paid_cents AS "amountPaidCents", currency,
    recipient_name AS "recipientName", issued_at AS "issuedAt", due_at AS "dueAt", paid_at AS "paidAt"
  FROM billing.invoices`;

/** $1 account, $2 statuses, $3 from, $4 to, $5 and $6 end of the last page, $7 limit. */
const LIST = `${SELECT} WHERE account_id = $1 AND ($2::text[] IS NULL OR status = ANY($2))
    AND period_start >= coalesce($3::timestamptz, '-infinity') AND period_start < coalesce($4::timestamptz, 'infinity')
    AND (period_start, id) < (coalesce(to_timestamp($5), 'infinity'), $6::text)
  ORDER BY period_start DESC, id DESC LIMIT $7`;

const FIND = `${SELECT} WHERE id = $1 AND account_id = $2`;

const LINES = `SELECT invoice_id AS "invoiceId", kind, description, quantity, unit_price_cents AS "unitPriceCents",
    amount_cents AS "amountCents", related_kind AS "relatedKind", related_id AS "relatedId"
  FROM billing.invoice_lines WHERE invoice_id = ANY($1) ORDER BY invoice_id, position`;

export class InvoiceReads implements InvoiceQueries {
  constructor(private readonly db: Database) {}

  async list(
    accountId: string,
    { statuses, from, to }: InvoiceFilters,
    { after, limit }: PageRequest<'period_start'>,
  ): Promise<Page<InvoiceView>> {
    const position = [after?.key ?? null, after?.id ?? ''];
    const values = [accountId, statuses ?? null, from ?? null, to ?? null, ...position, limit + 1];
    const rows = await this.db.query<Head>(LIST, values);
    const { items, next } = pageOf(rows, limit, ({ periodStart, id }) => ({ key: unixSeconds(periodStart), id }));
    return { items: await this.withLines(items), next };
  }

  async find(accountId: string, id: string): Promise<InvoiceView | null> {
    const rows = await this.db.query<Head>(FIND, [id, accountId]);
    return (await this.withLines(rows))[0] ?? null;
  }

  private async withLines(heads: readonly Head[]): Promise<InvoiceView[]> {
    if (heads.length === 0) return [];
    const lines = new Map<string, InvoiceLine[]>(heads.map(({ id }) => [id, []]));
    const rows = await this.db.query<Line>(LINES, [heads.map(({ id }) => id)]);
    for (const { invoiceId, ...line } of rows) lines.get(invoiceId)?.push(line);
    return heads.map((head) => ({ ...head, lines: lines.get(head.id) ?? [] }));
  }
}
