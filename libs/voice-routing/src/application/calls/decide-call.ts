import type { Call, Verdict } from './call';
import type { EmergencyCalls } from '../emergency/emergency-calls';
import type { InboundCalls } from './inbound-calls';
import type { OutboundCalls } from './outbound-calls';
import type { NumberDirectory } from '../ports';

/** Tells whose call it is and where it could go: to an emergency service before anything else, to a number of ours, or out. */
export class DecideCall {
  constructor(
    private readonly emergencies: EmergencyCalls,
    private readonly numbers: NumberDirectory,
    private readonly inbound: InboundCalls,
    private readonly outbound: OutboundCalls,
  ) {}

  /** Asked again for the same call, it looks again: meanwhile a trunk may have filled up. */
  async decide(call: Call): Promise<Verdict> {
    const emergency = await this.emergencies.decide(call);
    if (emergency) return emergency;
    const number = call.called === null ? null : await this.numbers.findByE164(call.called);
    return number ? this.inbound.decide(call, number) : this.outbound.decide(call);
  }
}
