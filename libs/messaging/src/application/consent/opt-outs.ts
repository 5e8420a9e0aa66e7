import { addDays, type Clock, type Transactor } from '@trunkline/kernel';
import type { OptOut } from '../../domain/consent/opt-out';
import type { AuditLog } from '../ports';
import type { OptOutStore } from './ports';

/** Words that arrive late are compared with what ended within this time. */
const ENDED_DAYS = 7;

export interface DeleteOptOut {
  readonly accountId: string;
  readonly id: string;
  /** A user or an API key. */
  readonly actor: string;
  readonly reason: string;
}

/** The opt-outs of an account. */
export class OptOuts {
  constructor(
    private readonly tx: Transactor,
    private readonly store: OptOutStore,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Allows messages again, as after a START. Recorded in the audit trail with the reason. Throws `not_found`. */
  delete({ accountId, id, actor, reason }: DeleteOptOut): Promise<OptOut> {
    return this.tx.run(async () => {
      const optOut = await this.store.delete(accountId, id, this.clock.now());
      const { fromNumber, keyword } = optOut;
      await this.audit.record({
        actor,
        action: 'opt_out.delete',
        subject: id,
        accountId,
        // Without the recipient, whose number must not outlive the messages: the trail is kept forever.
        before: { from_number: fromNumber, keyword },
        after: { reason },
      });
      return optOut;
    });
  }

  prune(): Promise<number> {
    return this.store.prune(addDays(this.clock.now(), -ENDED_DAYS));
  }
}
