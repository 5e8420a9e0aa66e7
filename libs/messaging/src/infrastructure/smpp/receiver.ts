import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryReport, InboundPart } from '../../application/carriers/ports';
import { deliveryOf } from './deliveries';
import type { MessageIds } from './message-ids';
import { type Pdu, STATUS, UnreadablePdu } from './pdu';
import type { Answer } from './smpp-connection';
import type { SmppSurroundings } from './smpp-settings';

/** Deliveries that may wait for the inbox. The carrier repeats what is beyond. */
const DELIVERIES_MAX = 1_000;
/** How long a receipt waits for the answers that are on their way, one of which may have its id. */
const EARLY_RECEIPT_MS = 5_000;

/** Takes what a carrier sends: messages, receipts, and what cannot be read. */
export class Receiver {
  /** The last delivery of each conversation. */
  private readonly conversations = new Map<string, Promise<void>>();
  private delivering = 0;

  constructor(
    private readonly carrierId: string,
    private readonly ids: MessageIds,
    /** Resolves once the messages that are being submitted are settled. */
    private readonly submitted: () => Promise<unknown>,
    private readonly around: SmppSurroundings,
  ) {}

  /** Returns the answer to a request, after its effect is committed; null: it has no answer. */
  async request(pdu: Pdu): Promise<Answer | null> {
    if (pdu.command === 'alert_notification' || pdu.command === 'outbind') return null;
    if (pdu.command !== 'deliver_sm' && pdu.command !== 'data_sm') return { status: STATUS.invalidCommand };
    if (this.delivering >= DELIVERIES_MAX) return { status: STATUS.throttled };
    this.delivering += 1;
    try {
      return { status: await this.take(pdu) };
    } finally {
      this.delivering -= 1;
    }
  }

  /** Keeps a PDU that cannot be read. Returns the status that answers it. */
  async unreadable(octets: Buffer, fault: UnreadablePdu): Promise<number> {
    const { carrierId } = this;
    this.around.log.warn({ carrierId, reason: fault.message }, 'a PDU of the carrier cannot be read');
    try {
      await this.around.observer.unreadable(octets, fault.message);
      return fault.status;
    } catch (err) {
      this.around.log.error({ err, carrierId }, 'a PDU was not kept: the carrier repeats it');
      return STATUS.temporaryError;
    }
  }

  private async take(pdu: Pdu): Promise<number> {
    const { carrierId } = this;
    try {
      const delivery = deliveryOf(pdu, this.around.clock.now());
      if (delivery.kind === 'part') await this.takePart(delivery.part);
      else await this.around.inbox.receipt(carrierId, await this.resolved(delivery.report));
      return STATUS.ok;
    } catch (err) {
      if (err instanceof UnreadablePdu) return this.unreadable(pdu.octets, err);
      this.around.log.error({ err, carrierId }, 'a delivery was not taken: the carrier repeats it');
      return STATUS.temporaryError;
    }
  }

  /** The parts of a conversation are taken one after the other, so that its messages keep their order. */
  private takePart(part: InboundPart): Promise<void> {
    const conversation = `${part.from} ${part.to}`;
    const before = this.conversations.get(conversation) ?? Promise.resolve();
    const taken = before.then(() => this.around.inbox.part(this.carrierId, part));
    const settled = taken
      .catch(() => undefined)
      .then(() => {
        if (this.conversations.get(conversation) === settled) this.conversations.delete(conversation);
      });
    this.conversations.set(conversation, settled);
    return taken;
  }

  /** Spells the id as the answer did. A receipt may come before the answer. */
  private async resolved(report: DeliveryReport): Promise<DeliveryReport> {
    const { carrierMessageId: id } = report;
    if (id === null) return report;
    if (!this.ids.canResolve(id))
      await Promise.race([this.submitted(), sleep(EARLY_RECEIPT_MS, undefined, { ref: false })]);
    return { ...report, carrierMessageId: this.ids.resolve(id) };
  }
}
