import type { Page, PageRequest } from '@trunkline/kernel';
import { columnsOf, type Database, oneOf, Where } from '@trunkline/platform';
import type { PostedTransaction, TransactionLookup } from '../../application/operator/ports';
import { type BillingQueries, type TransactionFilters } from '../../application/ports';
import type { ChargedRow, Charges, UsageQuery } from '../../application/usage';
import {
  type HoldView,
  PAYMENT_METHOD_MEMBERS,
  type PaymentMethodView,
  TOPUP_MEMBERS,
  type TopupView,
  type TransactionView,
} from '../../application/views';
import type { TopupStatus } from '../../domain/topup';
import { PaymentMethodSchema, TopupSchema } from '../schema';
import type { ClientSecrets } from '../client-secrets';

type ByTime = PageRequest<'created_at'>;

/** The columns of a `TransactionView`. */
const TRANSACTION = `id, kind, amount_cents AS "amountCents", currency, description, related_kind AS "relatedKind",
  related_id AS "relatedId", processor_payment_intent_id AS "processorPaymentIntentId",
  balance_after_cents AS "balanceAfterCents", created_at AS "createdAt"`;

/** Orders of numbers are the only kind of another name in the ledger. */
const HOLD = `id, CASE related_kind WHEN 'number_order' THEN 'order' ELSE related_kind END AS kind, related_id AS "relatedId",
  amount_cents - captured_cents - released_cents AS "amountCents", created_at AS "createdAt", NULL::timestamptz AS until`;

const TOPUP = columnsOf(TopupSchema, TOPUP_MEMBERS);
const PAYMENT_METHOD = columnsOf(PaymentMethodSchema, PAYMENT_METHOD_MEMBERS);

const ONE_PAYMENT_METHOD = `SELECT ${PAYMENT_METHOD} FROM billing.payment_methods
  WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL`;

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
    return this.list(TRANSACTION, 'transactions', where, page);
  }

  listHolds(accountId: string, page: ByTime): Promise<Page<HoldView>> {
    const where = new Where().require('account_id = ?', accountId).always(`status = 'open'`);
    return this.list(HOLD, 'holds', where, page);
  }

  getTransaction(accountId: string, id: string): Promise<TransactionView> {
    const text = `SELECT ${TRANSACTION} FROM billing.transactions WHERE id = $1 AND account_id = $2`;
    return this.db.get<TransactionView>(text, [id, accountId]);
  }

  async listTopups(accountId: string, statuses: readonly TopupStatus[], page: ByTime): Promise<Page<TopupView>> {
    const where = new Where().require('account_id = ?', accountId);
    if (statuses.length > 0) where.add('status = ANY(?)', statuses);
    const { items, next } = await this.list<TopupView>(TOPUP, 'topups', where, page);
    return { items: items.map((topup) => this.secrets.opened(topup)), next };
  }

  async getTopup(accountId: string, id: string): Promise<TopupView> {
    const text = `SELECT ${TOPUP} FROM billing.topups WHERE id = $1 AND account_id = $2`;
    return this.secrets.opened(await this.db.get<TopupView>(text, [id, accountId]));
  }

  async hasToppedUp(accountId: string): Promise<boolean> {
    const text = `SELECT FROM billing.transactions WHERE account_id = $1 AND kind = 'topup' LIMIT 1`;
    return (await this.db.find(text, [accountId])) !== null;
  }

  listPaymentMethods(accountId: string, page: ByTime): Promise<Page<PaymentMethodView>> {
    const where = new Where().require('account_id = ?', accountId).always('deleted_at IS NULL');
    return this.list(PAYMENT_METHOD, 'payment_methods', where, page);
  }

  getPaymentMethod(accountId: string, id: string): Promise<PaymentMethodView> {
    return this.db.get<PaymentMethodView>(ONE_PAYMENT_METHOD, [id, accountId]);
  }

  findPaymentMethod(accountId: string, id: string): Promise<PaymentMethodView | null> {
    return this.db.find<PaymentMethodView>(ONE_PAYMENT_METHOD, [id, accountId]);
  }

  /**
   * Not prepared: with so many combinations of filters, cached plans would only use memory. The keyset has PostgreSQL's
   * microseconds: with the milliseconds of a Date it would skip rows.
   */
  private list<View extends { readonly id: string }>(
    columns: string,
    table: string,
    where: Where,
    page: ByTime,
  ): Promise<Page<View>> {
    const select = `SELECT ${columns}, created_at::text AS position FROM billing.${table}`;
    const of = ({ position, id }: View & { readonly position: string }) => [position, id] as const;
    return this.db.page({ select, where, by: ['created_at', 'id'], of }, page, 'for values');
  }
}

const SELECT = `SELECT ${TRANSACTION}, account_id AS "accountId", item FROM billing.transactions`;

/** $1 account, $2 charge. */
const REFUNDED = `SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM billing.transactions
  WHERE account_id = $1 AND related_kind = 'transaction' AND related_id = $2 AND kind = 'refund'`;

export class StoredTransactionLookup implements TransactionLookup {
  constructor(private readonly db: Database) {}

  get(transactionId: string): Promise<PostedTransaction> {
    return this.db.get<PostedTransaction>(`${SELECT} WHERE id = $1`, [transactionId]);
  }

  findByReference(accountId: string, reference: string): Promise<PostedTransaction | null> {
    return this.db.find<PostedTransaction>(`${SELECT} WHERE account_id = $1 AND reference = $2`, [
      accountId,
      reference,
    ]);
  }

  async refundedCentsOf({ accountId, id }: PostedTransaction): Promise<number> {
    return (await this.db.get<{ cents: number }>(REFUNDED, [accountId, id])).cents;
  }
}

const DAY = `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
// Messages of earlier releases have no direction.
const KIND = `coalesce(CASE WHEN item = 'sms' AND usage_of IS NOT NULL THEN 'sms_' || usage_of ELSE item END, 'other')`;
const KEYS = {
  day: DAY,
  month: `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM')`,
  kind: KIND,
  day_kind: `${DAY} || ' ' || ${KIND}`,
} as const;

/** Uses an index-only scan of the account's transactions by time. */
export class StoredCharges implements Charges {
  constructor(private readonly db: Database) {}

  sums({ accountId, from, to, group }: Omit<UsageQuery<keyof typeof KEYS>, 'limit'>): Promise<ChargedRow[]> {
    return this.db.query<ChargedRow>(
      `SELECT ${KEYS[group]} AS key, -sum(amount_cents)::bigint AS "costCents", count(*) AS charges FROM billing.transactions
       WHERE account_id = $1 AND created_at >= $2 AND created_at < $3 AND kind = 'charge' GROUP BY 1`,
      [accountId, from, to],
    );
  }
}
