import type { EmergencyCalls } from '../emergency-calls';
import type { NumberDirectory } from '../ports';
import type { Call, Verdict } from './call';
import type { InboundCalls } from './inbound-calls';
import type { OutboundCalls } from './outbound-calls';

/** Decides whose call it is and where it can go: to an emergency service, to one of our numbers, or out. */
export class DecideCall {
  constructor(
    private readonly emergencies: EmergencyCalls,
    private readonly numbers: NumberDirectory,
    private readonly inbound: InboundCalls,
    private readonly outbound: OutboundCalls,
  ) {}

  /** Reads the current state each time: a trunk may have filled up since the last decision about the call. */
  async decide(call: Call): Promise<Verdict> {
    const emergency = await this.emergencies.decide(call);
    if (emergency) return emergency;
    const number = call.called === null ? null : await this.numbers.findByE164(call.called);
    return number ? this.inbound.decide(call, number) : this.outbound.decide(call);
  }

  /** Returns the account whose number a call from a stranger shows, which sees its rejection; null for calls of carriers. */
  async ownerOfCaller({ source, fromNumber, caller }: Call): Promise<string | null> {
    const e164 = fromNumber?.e164 ?? caller;
    if (e164 === null || (await source()).isCarrier) return null;
    return (await this.numbers.findByE164(e164))?.accountId ?? null;
  }
}
