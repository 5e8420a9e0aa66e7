import { CommonErrors, type Transactor } from '@trunkline/kernel';
import { DuplicateMessage } from '../messages/ports';
import { messageIdOf } from '../messages/send-messages';
import type { AuditLog } from '../ports';
import type { InboundMessage, UnclaimedMessages } from './ports';
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

  /** Throws `not_found`, and `invalid_state` while no account has the number. */
  async retry(request: RetryRequest): Promise<void> {
    try {
      await this.tx.run(async () => {
        const message = await this.take(request);
        if (await this.receive.deliver(message, messageIdOf(request.id))) return;
        throw CommonErrors.invalid_state({ message: `No account has the number ${message.to}.` });
      });
    } catch (error) {
      if (!(error instanceof DuplicateMessage)) throw error;
      // The carrier has repeated it since an account has the number.
      await this.tx.run(() => this.take(request));
    }
  }

  private async take({ operator, id, reason }: RetryRequest): Promise<InboundMessage> {
    const message = await this.unclaimed.take(id);
    const after = { reason, carrier_id: message.carrierId, to: message.to };
    await this.audit.record({ actor: operator, action: 'unclaimed_message.retry', subject: id, after });
    return message;
  }
}
