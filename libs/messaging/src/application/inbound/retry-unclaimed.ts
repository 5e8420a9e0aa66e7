import type { Transactor } from '@trunkline/kernel';
import type { AuditLog } from '../ports';
import type { UnclaimedMessages } from './ports';
import type { ReceiveMessages } from './receive-messages';

export interface RetryRequest {
  readonly operator: string;
  readonly id: string;
  readonly reason: string;
}

/** Delivers messages again whose number no account had when they arrived. Recorded in the audit trail. */
export class RetryUnclaimed {
  constructor(
    private readonly tx: Transactor,
    private readonly unclaimed: UnclaimedMessages,
    private readonly receive: ReceiveMessages,
    private readonly audit: AuditLog,
  ) {}

  /** The message is kept, under a new id, while its number is unknown. Throws `not_found`. */
  retry({ operator, id, reason }: RetryRequest): Promise<void> {
    return this.tx.run(async () => {
      const message = await this.unclaimed.take(id);
      const after = { reason, carrier_id: message.carrierId, to: message.to };
      await this.audit.record({ actor: operator, action: 'unclaimed_message.retry', subject: id, after });
      await this.receive.deliver(message);
    });
  }
}
