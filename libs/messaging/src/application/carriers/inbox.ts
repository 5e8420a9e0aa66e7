import type { DeliveryFacts } from '../delivery/carrier-pump';
import type { CarrierInbox, DeliveryReport, InboundPart } from './ports';

/** What becomes of the parts that arrive. */
export abstract class InboundParts {
  /** Returns after the part is stored. Repeats of a part change nothing. */
  abstract receive(carrierId: string, part: InboundPart): Promise<void>;
}

/** Takes what carriers call with to where it is stored. */
export class Inbox implements CarrierInbox {
  constructor(
    private readonly facts: DeliveryFacts,
    private readonly parts: InboundParts,
  ) {}

  /** A receipt that names no message cannot be stored: it is acknowledged, and the query of the message finds its state. */
  async receipt(carrierId: string, report: DeliveryReport): Promise<void> {
    const { carrierMessageId } = report;
    if (carrierMessageId === null) return;
    await this.facts.settle({ kind: 'report', carrierId, report: { ...report, carrierMessageId } });
  }

  part(carrierId: string, part: InboundPart): Promise<void> {
    return this.parts.receive(carrierId, part);
  }
}
