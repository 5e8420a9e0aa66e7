import { randomInt } from 'node:crypto';
import type { Clock } from '@trunkline/kernel';
import type { CarrierInbox } from '../application/carriers/ports';
import { partsOf } from '../domain/text/parts';
import { SANDBOX_CARRIER_ID } from './sandbox-carrier';

const REFERENCES = 65_536;

/** Messages that arrive over the carrier of the sandbox, as those of a real one. */
export class SandboxInbound {
  constructor(
    private readonly inbox: CarrierInbox,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of parts, once they are stored. A number of no account receives nothing. */
  async receive({
    from,
    to,
    body,
  }: {
    readonly from: string;
    readonly to: string;
    readonly body: string;
  }): Promise<number> {
    const { encoding, parts } = partsOf(body);
    const receivedAt = this.clock.now();
    const reference = parts.length > 1 ? randomInt(REFERENCES) : null;
    for (const [index, text] of parts.entries()) {
      const place = { reference, part: index + 1, parts: parts.length, receivedAt };
      await this.inbox.part(SANDBOX_CARRIER_ID, { carrierMessageId: null, from, to, text, encoding, ...place });
    }
    return parts.length;
  }
}
