import { CommonErrors, RetryTransaction } from '@trunkline/kernel';
import { type Database, violatedConstraint } from '@trunkline/platform';
import { TopupRepository } from '../application/ports';
import type { Topup } from '../domain/topup';
import { TopupSchema } from './schema';

/** Several sweepers take different rows, in the order in which they fell due. */
const DUE = `SELECT id FROM billing.topups WHERE check_at <= $1 ORDER BY check_at LIMIT $2 FOR UPDATE SKIP LOCKED`;

export class TypeOrmTopupRepository extends TopupRepository {
  constructor(private readonly db: Database) {
    super();
  }

  override async add(topup: Topup): Promise<void> {
    try {
      await this.db.manager.insert(TopupSchema, topup);
    } catch (error) {
      throw violatedConstraint(error) === 'topups_operation' ? new RetryTransaction() : error;
    }
  }

  override async save(topup: Topup): Promise<void> {
    await this.db.manager.update(TopupSchema, { id: topup.id }, topup);
  }

  override async lock(id: string): Promise<Topup> {
    const topup = await this.db.manager.findOne(TopupSchema, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!topup) throw CommonErrors.not_found();
    return topup;
  }

  override findByOperation(accountId: string, operationId: string): Promise<Topup | null> {
    return this.db.manager.findOneBy(TopupSchema, { accountId, operationId });
  }

  override claimDue(now: Date, limit: number): Promise<Topup[]> {
    return this.db.run(async () => {
      const due: Topup[] = [];
      for (const { id } of await this.db.query<{ id: string }>(DUE, [now, limit])) {
        const topup = await this.db.manager.findOneByOrFail(TopupSchema, { id });
        topup.postponeCheck(now);
        await this.save(topup);
        due.push(topup);
      }
      return due;
    });
  }
}
