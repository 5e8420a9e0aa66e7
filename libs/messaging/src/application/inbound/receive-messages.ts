import { createHash } from 'node:crypto';
import {
  addDays,
  addSeconds,
  canonicalNumber,
  type Clock,
  earliestId,
  newId,
  readNumber,
  type Transactor,
} from '@trunkline/kernel';
import { REASSEMBLY_HOURS } from '../../domain/reassembly';
import { measureText } from '../../domain/text/parts';
import type { InboundParts } from '../carriers/inbox';
import type { InboundPart } from '../carriers/ports';
import { DuplicateMessage, type OwnNumbers } from '../messages/ports';
import { suffixOf } from '../messages/send-messages';
import { faultOf } from '../faults';
import {
  type InboundMessage,
  type NumberedPart,
  type PartStore,
  UnreadablePart,
  type UnclaimedMessages,
} from './ports';
import type { StoreReceived } from './store-received';

const HOUR_SECONDS = 3600;
const BATCH = 100;
/** Longer than a carrier repeats a part. */
const TRACE_DAYS = 2;
const UNCLAIMED_DAYS = 30;
const FAILED_DAYS = 30;
const HASH_DIGITS = 16;
/** The longest address of a message (SMPP 3.4, section 5.2.8). */
const SENDER_MAX = 64;

/**
 * Receives messages of carriers: parts are joined, and messages stored for the account of the number, with their charge and their
 * event, in one transaction. See docs/messages.md#inbound.
 */
export class ReceiveMessages implements InboundParts {
  constructor(
    private readonly tx: Transactor,
    private readonly parts: PartStore,
    private readonly numbers: OwnNumbers,
    private readonly unclaimed: UnclaimedMessages,
    private readonly received: StoreReceived,
    private readonly clock: Clock,
  ) {}

  /** Resolves once the part is committed. Idempotent for parts of long messages, and for messages with an id of the carrier. */
  async receive(carrierId: string, given: InboundPart): Promise<void> {
    const part = canonical(given);
    const { reference } = part;
    if (reference !== null && part.parts > 1) return this.partOfMany(carrierId, { ...part, reference });
    const { from, to, text, receivedAt, carrierMessageId } = part;
    // HTTP carriers join the parts of a message themselves.
    const message = { carrierId, from, to, text, ...measureText(text), isIncomplete: false, receivedAt };
    try {
      await this.deliver(message, idOf(carrierId, carrierMessageId, receivedAt));
    } catch (error) {
      if (!(error instanceof DuplicateMessage)) throw error;
    }
  }

  /**
   * Delivers what came of messages whose other parts have not arrived for a day. Returns how many; throws an AggregateError at
   * the end when some failed, which are tried again later.
   */
  async deliverStale(): Promise<number> {
    const now = this.clock.now();
    const before = addSeconds(now, -REASSEMBLY_HOURS * HOUR_SECONDS);
    const failures: unknown[] = [];
    let delivered = 0;
    for (let batch = BATCH; batch === BATCH; ) {
      const stale = await this.parts.stale(before, now, BATCH);
      for (const id of stale) if (await this.deliverOrKeep(id, failures)) delivered += 1;
      batch = stale.length;
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} incomplete messages were not delivered.`);
    return delivered;
  }

  /**
   * Delivers a whole message under the id, as if it arrived now. Returns false when no account has the number: the message is kept.
   * Throws DuplicateMessage.
   */
  async deliver(message: InboundMessage, id: string): Promise<boolean> {
    const number = await this.numbers.findByE164(message.to);
    if (number) await this.received.store(message, number, id);
    else await this.unclaimed.add(unclaimedIdOf(id), message);
    return number !== null;
  }

  async prune(): Promise<number> {
    const now = this.clock.now();
    const traces = await this.parts.prune(addDays(now, -TRACE_DAYS));
    const failed = await this.parts.pruneFailed(addDays(now, -FAILED_DAYS));
    return traces + failed + (await this.unclaimed.prune(addDays(now, -UNCLAIMED_DAYS)));
  }

  /** Keeps a message that fails to be tried again, and adds its failure. */
  private async deliverOrKeep(id: string, failures: unknown[]): Promise<boolean> {
    try {
      return await this.deliverParts(id);
    } catch (error) {
      failures.push(error);
      await this.parts.failed(id, faultOf(error), this.clock.now());
      return false;
    }
  }

  private deliverParts(id: string): Promise<boolean> {
    return this.tx.run(async () => {
      const message = await this.parts.take(id);
      if (message) await this.deliver(message, newId('sms'));
      return message !== null;
    });
  }

  private async partOfMany(carrierId: string, part: NumberedPart): Promise<void> {
    try {
      await this.tx.run(async () => {
        const message = await this.parts.add(carrierId, part);
        if (message) await this.deliver(message, newId('sms'));
      });
    } catch (error) {
      if (!(error instanceof UnreadablePart)) throw error;
      // The carrier would repeat the part until it gives up. What is kept is delivered once the operator has restored the key.
      await this.tx.run(() => this.parts.keep(carrierId, part));
    }
  }
}

/** Returns the same id for the same message of a carrier, and one that sorts by its time. */
function idOf(carrierId: string, carrierMessageId: string | null, receivedAt: Date): string {
  if (carrierMessageId === null) return newId('sms');
  const hash = createHash('sha256').update(`${carrierId}\n${carrierMessageId}`).digest('hex');
  return earliestId('sms', receivedAt) + hash.slice(0, HASH_DIGITS);
}

/** A message has the same suffix while no account has its number, so that a repeat is recognised before and after. */
function unclaimedIdOf(id: string): string {
  return `ums_${suffixOf(id)}`;
}

/** Short codes and names of senders stay as they are, without what cannot be shown. */
function canonical(part: InboundPart): InboundPart {
  const from = part.from.replace(/\p{C}/gu, '').slice(0, SENDER_MAX);
  return {
    ...part,
    from: canonicalNumber(from)?.e164 ?? from,
    to: readNumber(part.to, null)?.e164 ?? part.to.replace(/\p{C}/gu, '').slice(0, SENDER_MAX),
  };
}
