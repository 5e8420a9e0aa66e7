import { orderGateways } from '../../domain/calls/plan';
import type { Random } from '../../domain/calls/random';
import { sipUri } from '../../domain/trunks/sip-uri';
import type { Codec, DtmfMode } from '../../domain/trunks/sip-trunk';
import type { Leg } from '../calls/call';
import type { NumberingPlan } from '../ports';
import type { CarrierPeer } from '../calls/ports';
import type { CarrierPasswords } from './ports';

/** What carriers are expected to understand where no trunk says otherwise. */
const DTMF_DEFAULT: DtmfMode = 'rfc4733';

export interface OutgoingLeg {
  /** E.164, or an emergency number. */
  readonly called: string;
  /** Of the number called; default: what the numbering plan says. */
  readonly country?: string;
  /** E.164; null leaves the caller's identity as the call brought it. */
  readonly callerId: string | null;
  /** The trunk that calls; null for a forward. */
  readonly trunk: { readonly id: string; readonly codecs: readonly Codec[]; readonly dtmfMode: DtmfMode } | null;
}

/** Turns carriers into what a switch is told: in order, passwords opened, the caller's number as each carrier wants it. */
export class CarrierLegs {
  constructor(
    private readonly passwords: CarrierPasswords,
    private readonly plan: NumberingPlan,
  ) {}

  /** Legs to the telephone network, over carriers in their order. Hosts of carriers are the operator's and not judged. */
  toNetwork(carriers: readonly CarrierPeer[], leg: OutgoingLeg, random: Random): Leg[] {
    return orderGateways(carriers, random).map((carrier) => this.legOver(carrier, leg));
  }

  private legOver(carrier: CarrierPeer, leg: OutgoingLeg): Leg {
    const { called, callerId, trunk } = leg;
    return {
      targetId: null,
      targetKind: 'pstn_forward',
      trunkId: trunk?.id ?? null,
      gatewayId: null,
      carrierId: carrier.id,
      destination: called,
      rating: null,
      uri: sipUri(carrier, called),
      dstUri: sipUri(carrier),
      fromUri: callerId === null ? null : sipUri(carrier, this.shown(callerId, leg, carrier)),
      headers: {},
      auth: this.authOf(carrier),
      codecs: codecsBetween(trunk?.codecs ?? carrier.codecs, carrier.codecs),
      dtmfMode: trunk?.dtmfMode ?? DTMF_DEFAULT,
    };
  }

  /** A national number says nothing outside of its country: a call abroad shows E.164. */
  private shown(callerId: string, { called, country }: OutgoingLeg, { callerIdFormat }: CarrierPeer): string {
    if (callerIdFormat === 'e164_no_plus') return callerId.slice(1);
    const isDomestic = this.plan.countryOf(callerId) === (country ?? this.plan.countryOf(called));
    return (callerIdFormat === 'national' && isDomestic && this.plan.nationalOf(callerId)) || callerId;
  }

  private authOf({ id, authUsername, authPasswordSealed }: CarrierPeer): Leg['auth'] {
    if (authUsername === null || authPasswordSealed === null) return null;
    return { username: authUsername, password: this.passwords.open(id, authPasswordSealed) };
  }
}

/** What both sides take, as the caller prefers it; the carrier's own where they share none, which the switch transcodes. */
function codecsBetween(preferred: readonly Codec[], taken: readonly Codec[]): readonly Codec[] {
  const shared = preferred.filter((codec) => taken.includes(codec));
  return shared.length > 0 ? shared : taken;
}
