import { addDays, type Clock, type Transactor } from '@trunkline/kernel';
import type { AuditLog } from '../ports';
import type { AlertView, FraudAlerts } from './ports';

/** Counted from the time when the alert was raised. */
const KEPT_DAYS = 365;
const BATCH = 1_000;

export class OperateAlerts {
  constructor(
    private readonly tx: Transactor,
    private readonly alerts: FraudAlerts,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Acknowledges an alert, and unblocks its account within five seconds in every process. Idempotent. Throws `not_found`. */
  acknowledge(id: string, operator: string): Promise<AlertView> {
    return this.tx.run(async () => {
      const alert = await this.alerts.lock(id);
      if (alert.acknowledgedAt === null) {
        await this.alerts.save({ ...alert, acknowledgedAt: this.clock.now(), acknowledgedBy: operator });
        const { accountId, rule, blocksOutbound } = alert;
        await this.audit.record({
          actor: operator,
          action: 'alert.acknowledge',
          subject: id,
          accountId,
          before: { status: 'open', rule, blocks_outbound: blocksOutbound },
          after: { status: 'acknowledged' },
        });
      }
      return this.alerts.get(id);
    });
  }

  /** Deletes acknowledged alerts after a year. Returns how many. */
  async prune(): Promise<number> {
    const before = addDays(this.clock.now(), -KEPT_DAYS);
    let total = 0;
    for (let pruned = BATCH; pruned === BATCH; total += pruned) pruned = await this.alerts.prune(before, BATCH);
    return total;
  }
}
