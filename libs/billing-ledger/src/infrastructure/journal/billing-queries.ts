import { CommonErrors, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import { type Database, oneOf, Where } from '@trunkline/platform';
import { type BillingQueries, type TransactionFilters } from '../../application/ports';
import type { HoldView, PaymentMethodView, TopupView, TransactionView } from '../../application/views';
import type { TopupStatus } from '../../domain/top-ups/topup';
import type { ClientSecrets } from '../top-ups/client-secrets';

type ByTime = PageRequest<'created_at'>;

/** The keyset uses PostgreSQL's microseconds: with the milliseconds of a Date it would skip rows. */
const MICROSECONDS = `(extract(epoch FROM created_at) * 1000000)::bigint`;

const TRANSACTION = `id, kind, amount_cents AS "amountCents", currency, description, related_kind AS "relatedKind",
  related_id AS "relatedId", processor_payment_intent_id AS "processorPaymentIntentId",
  balance_after_cents AS "balanceAfterCents", created_at AS "createdAt"`;

/** Orders of numbers are the only kind of another name in the ledger. */
const HOLD = `id, CASE related_kind WHEN 'number_order' THEN 'order' ELSE related_kind END AS kind, related_id AS "relatedId",
  amount_cents - captured_cents - released_cents AS "amountCents", created_at AS "createdAt", NULL::timestamptz AS until`;

const TOPUP = `id, status, amount_cents AS "amountCents", currency, payment_method_id AS "paymentMethodId",
  processor_payment_intent_id AS "processorPaymentIntentId", client_secret_sealed AS "clientSecret",
  transaction_id AS "transactionId", failure_code AS "failureCode", failure_message AS "failureMessage", auto,
  created_at AS "createdAt", completed_at AS "completedAt"`;

const PAYMENT_METHOD = `id, processor_payment_method_id AS "processorPaymentMethodId", type, brand, last4,
  exp_month AS "expMonth", exp_year AS "expYear", is_default AS "isDefault", created_at AS "createdAt"`;

interface Listing {
  readonly columns: string;
  readonly table: string;
  readonly accountId: string;
  readonly page: ByTime;
}

export class BillingReads implements BillingQueries {
  constructor(
    private readonly db: Database,
    private readonly secrets: ClientSecrets,
  ) {}

  listTransactions(accountId: string, filters: TransactionFilters, page: ByTime): Promise<Page<TransactionView>> {
    const where = new Where()
      .require('account_id = ?', accountId)
      // Literals, so that the planner can use the partial index of the rarer kinds.
      .always(filters.kinds ? oneOf('kind', filters.kinds) : 'true')
      .add('created_at >= ?', filters.from)
      .add('created_at < ?', filters.to)
      .add('related_kind = ?', filters.relatedKind)
      .add('related_id = ?', filters.relatedId)
      .add('amount_cents >= ?', filters.minAmountCents)
      .add('amount_cents <= ?', filters.maxAmountCents);
    return this.list({ columns: TRANSACTION, table: 'transactions', accountId, page }, where);
  }

  listHolds(accountId: string, page: ByTime): Promise<Page<HoldView>> {
    const where = new Where().require('account_id = ?', accountId).always(`status = 'open'`);
    return this.list({ columns: HOLD, table: 'holds', accountId, page }, where);
  }

  getTransaction(accountId: string, id: string): Promise<TransactionView> {
    return this.get(`SELECT ${TRANSACTION} FROM billing.transactions WHERE id = $1 AND account_id = $2`, accountId, id);
  }

  async listTopups(accountId: string, statuses: readonly TopupStatus[], page: ByTime): Promise<Page<TopupView>> {
    const where = new Where().require('account_id = ?', accountId);
    if (statuses.length > 0) where.add('status = ANY(?)', statuses);
    const found = await this.list<TopupView>({ columns: TOPUP, table: 'topups', accountId, page }, where);
    return { ...found, items: found.items.map((topup) => this.opened(topup)) };
  }

  async getTopup(accountId: string, id: string): Promise<TopupView> {
    const where = `id = $1 AND account_id = $2`;
    return this.opened(await this.get<TopupView>(`SELECT ${TOPUP} FROM billing.topups WHERE ${where}`, accountId, id));
  }

  async hasToppedUp(accountId: string): Promise<boolean> {
    const text = `SELECT FROM billing.transactions WHERE account_id = $1 AND kind = 'topup' LIMIT 1`;
    return (await this.db.queryOne(text, [accountId])) !== null;
  }

  listPaymentMethods(accountId: string, page: ByTime): Promise<Page<PaymentMethodView>> {
    const where = new Where().require('account_id = ?', accountId).always('deleted_at IS NULL');
    return this.list({ columns: PAYMENT_METHOD, table: 'payment_methods', accountId, page }, where);
  }

  getPaymentMethod(accountId: string, id: string): Promise<PaymentMethodView> {
    const where = `id = $1 AND account_id = $2 AND deleted_at IS NULL`;
    return this.get(`SELECT ${PAYMENT_METHOD} FROM billing.payment_methods WHERE ${where}`, accountId, id);
  }

  private opened(topup: TopupView): TopupView {
    return { ...topup, clientSecret: this.secrets.open(topup.id, topup.clientSecret) };
  }

  private async get<View extends object>(text: string, accountId: string, id: string): Promise<View> {
    const view = await this.db.queryOne<View>(text, [id, accountId]);
    if (!view) throw CommonErrors.not_found();
    return view;
  }

  /** Not prepared: with so many combinations of filters, cached plans would only use memory. */
  private async list<View extends { readonly id: string }>(listing: Listing, where: Where): Promise<Page<View>> {
    const { columns, table, page } = listing;
    if (page.after) {
      const than = page.order === 'asc' ? '>' : '<';
      const position = `to_timestamp(0) + ${where.value(page.after.key)} * interval '1 microsecond'`;
      where.always(`(created_at, id) ${than} (${position}, ${where.value(page.after.id)})`);
    }
    const rows = await this.db.manager.query<(View & { position: number })[]>(
      `SELECT ${columns}, ${MICROSECONDS} AS position FROM billing.${table} ${where.text}
        ORDER BY created_at ${page.order}, id ${page.order} LIMIT ${page.limit + 1}`,
      where.values,
    );
    return pageOf(rows, page.limit, ({ position, id }) => ({ key: position, id }));
  }
}
