import { CommonErrors, RetryTransaction } from '@trunkline/kernel';
import { type Database, violatedConstraint } from '@trunkline/platform';
import { type TopupRepository } from '../../application/top-ups/ports';
import type { Topup } from '../../domain/top-ups/topup';
import type { ClientSecrets } from './client-secrets';
import { TopupSchema } from './topup.schema';

/** Concurrent sweeps claim different rows, in the order of their check time. */
const DUE = `SELECT id FROM billing.topups WHERE check_at <= $1 ORDER BY check_at LIMIT $2 FOR UPDATE SKIP LOCKED`;

interface ChargeNames {
  readonly idempotencyKey: string | null;
  readonly intentId: string;
}

export class StoredTopups implements TopupRepository {
  constructor(
    private readonly db: Database,
    private readonly secrets: ClientSecrets,
  ) {}

  async add(topup: Topup): Promise<void> {
    try {
      await this.db.manager.insert(TopupSchema, this.sealed(topup));
    } catch (error) {
      throw violatedConstraint(error) === 'topups_operation' ? new RetryTransaction() : error;
    }
  }

  async save(topup: Topup): Promise<void> {
    await this.db.manager.update(TopupSchema, { id: topup.id }, this.sealed(topup));
  }

  async lock(id: string): Promise<Topup> {
    const topup = await this.db.manager.findOne(TopupSchema, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!topup) throw CommonErrors.not_found();
    return this.opened(topup);
  }

  async findByOperation(accountId: string, operationId: string): Promise<Topup | null> {
    const topup = await this.db.manager.findOneBy(TopupSchema, { accountId, operationId });
    return topup && this.opened(topup);
  }

  isOwned(accountId: string, id: string): Promise<boolean> {
    return this.db.manager.existsBy(TopupSchema, { accountId, id });
  }

  async findByCharge({ idempotencyKey, intentId }: ChargeNames): Promise<Topup | null> {
    const byKey = idempotencyKey === null ? [] : [{ idempotencyKey }];
    const topup = await this.db.manager.findOneBy(TopupSchema, [{ processorPaymentIntentId: intentId }, ...byKey]);
    return topup && this.opened(topup);
  }

  claimDue(now: Date, limit: number): Promise<Topup[]> {
    return this.db.run(async () => {
      const due: Topup[] = [];
      for (const { id } of await this.db.query<{ id: string }>(DUE, [now, limit])) {
        const topup = this.opened(await this.db.manager.findOneByOrFail(TopupSchema, { id }));
        topup.postponeCheck(now);
        await this.save(topup);
        due.push(topup);
      }
      return due;
    });
  }

  private sealed(topup: Topup) {
    return Object.assign({}, topup, { clientSecret: this.secrets.seal(topup.id, topup.clientSecret) });
  }

  private opened(topup: Topup): Topup {
    return Object.assign(topup, { clientSecret: this.secrets.open(topup.id, topup.clientSecret) });
  }
}
