import { RetryTransaction } from '@trunkline/kernel';
import { type Database, violatedConstraint } from '@trunkline/platform';
import type { ChargeNames, TopupRepository } from '../application/top-ups/ports';
import type { Topup } from '../domain/topup';
import { claimDue } from './claim-due';
import { TopupSchema } from './schema';
import type { ClientSecrets } from './client-secrets';

export class StoredTopups implements TopupRepository {
  constructor(
    private readonly db: Database,
    private readonly secrets: ClientSecrets,
  ) {}

  add(topup: Topup): Promise<void> {
    return this.db
      .table(TopupSchema)
      .add(this.secrets.sealed(topup), (error) =>
        violatedConstraint(error) === 'topups_operation' ? new RetryTransaction() : error,
      );
  }

  save(topup: Topup): Promise<void> {
    return this.db.table(TopupSchema).save(this.secrets.sealed(topup));
  }

  async lock(id: string): Promise<Topup> {
    return this.secrets.opened(await this.db.table(TopupSchema).get('id = $1 FOR UPDATE', [id]));
  }

  findByOperation(accountId: string, operationId: string): Promise<Topup | null> {
    return this.find('account_id = $1 AND operation_id = $2', [accountId, operationId]);
  }

  async isOwned(accountId: string, id: string): Promise<boolean> {
    return (await this.db.table(TopupSchema).find('account_id = $1 AND id = $2', [accountId, id])) !== null;
  }

  findByCharge({ idempotencyKey, intentId }: ChargeNames): Promise<Topup | null> {
    return this.find('processor_payment_intent_id = $1 OR idempotency_key = $2', [intentId, idempotencyKey]);
  }

  async claimDue(now: Date, limit: number): Promise<Topup[]> {
    return (await claimDue(this.db, TopupSchema, now, limit)).map((topup) => this.secrets.opened(topup));
  }

  private async find(where: string, values: readonly unknown[]): Promise<Topup | null> {
    const topup = await this.db.table(TopupSchema).find(where, values);
    return topup && this.secrets.opened(topup);
  }
}
