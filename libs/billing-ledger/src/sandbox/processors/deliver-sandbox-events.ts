import { addSeconds, type Clock } from '@trunkline/kernel';
import type { Database, SandboxFaults } from '@trunkline/platform';
import type { ReceiveProcessorEvent } from '../../application/processor-events/receive-processor-event';
import type { SandboxSecrets } from './sandbox-secrets';
import { SignedEvents } from '../../infrastructure/processors/signed-events';

interface DueEvent {
  readonly id: string;
  readonly body: string;
}

const BATCH = 50;
const LATE_SECONDS = 300;

const DUE = `SELECT id, body FROM billing.sandbox_events WHERE sent_at IS NULL AND due_at <= $1`;
const POSTPONE = `UPDATE billing.sandbox_events SET due_at = $2 WHERE id = $1`;
const SENT = `UPDATE billing.sandbox_events SET sent_at = $2 WHERE id = $1`;

/**
 * Delivers the sandbox's events like a processor: signed, at least once, and with the faults that an operator scripted.
 * In process, so that the sandbox works where the service cannot reach its own address. Safe on several workers.
 */
export class DeliverSandboxEvents {
  private readonly signed: SignedEvents;

  constructor(
    private readonly db: Database,
    private readonly receive: ReceiveProcessorEvent,
    private readonly faults: SandboxFaults,
    secrets: SandboxSecrets,
    private readonly clock: Clock,
  ) {
    this.signed = new SignedEvents([secrets.webhookSecret], clock);
  }

  /** Delivers one event, if it is due. */
  async deliver(eventId: string): Promise<void> {
    const due = await this.db.find<DueEvent>(`${DUE} AND id = $2`, [this.clock.now(), eventId]);
    if (due) await this.send(due);
  }

  /** Delivers every due event. Returns the count. */
  async deliverDue(): Promise<number> {
    let count = 0;
    for (;;) {
      const due = await this.db.query<DueEvent>(`${DUE} ORDER BY due_at, id LIMIT ${BATCH}`, [this.clock.now()]);
      for (const event of due) await this.send(event);
      count += due.length;
      if (due.length < BATCH) return count;
    }
  }

  private async send({ id, body }: DueEvent): Promise<void> {
    const fault = await this.faults.take('processor', 'callback');
    if (fault === 'slow') {
      await this.db.query(POSTPONE, [id, addSeconds(this.clock.now(), LATE_SECONDS)]);
      return;
    }
    const times = fault === null ? 1 : fault === 'duplicate' ? 2 : 0;
    for (let time = 0; time < times; time++) {
      await this.receive.receive({
        processor: 'sandbox',
        rawBody: Buffer.from(body),
        signature: await this.signed.sign(body),
      });
    }
    await this.db.query(SENT, [id, this.clock.now()]);
  }
}
