import type { Clock } from '@trunkline/kernel';
import { type DeliveryCycle, settle } from '../../domain/delivery';
import type { Payload } from '../../domain/signed-request';
import type { WebhookSender } from './ports';

interface Callback {
  readonly url: string;
  readonly payload: Payload;
  readonly secret: string;
  readonly cycle: DeliveryCycle;
}

/** Sends requests that other contexts keep, to URLs of customers, by the same rules and with the same retries as deliveries. */
export class SendCallback {
  constructor(
    private readonly sender: WebhookSender,
    private readonly clock: Clock,
  ) {}

  /** Sends one signed request. Never rejects. Returns when to repeat it; null if it succeeded, or is given up. */
  async send({
    url,
    payload,
    secret,
    cycle,
  }: Callback): Promise<{ readonly at: Date; readonly nextAttemptAt: Date | null }> {
    const at = this.clock.now();
    const sent = await this.sender.send(url, { payload, secrets: [secret], attempt: cycle.attempts + 1 });
    return { at, nextAttemptAt: settle({ ...sent, at }, cycle, this.clock.now()).nextAttemptAt };
  }
}
