import { ANONYMOUS } from '../../domain/calls/leg-caller';
import { orderCarriers } from '../../domain/calls/carrier-order';
import type { Random } from '../../domain/calls/random';
import { mediaOf, sipUri } from '../../domain/trunks/sip-uri';
import type { Codec, DtmfMode } from '../../domain/trunks/sip-trunk';
import type { Leg } from '../calls/call';
import type { CarrierCosts, CarrierPeer, NumberingPlan } from '../calls/ports';
import type { CarrierPasswords } from './ports';

/** Used for forwards, which have no trunk. */
const DTMF_DEFAULT: DtmfMode = 'rfc4733';

/** RFC 3325, section 9.1. */
const ASSERTED = 'P-Asserted-Identity';

export interface OutgoingLeg {
  /** E.164, or an emergency number. */
  readonly called: string;
  /** Country of the number called; the numbering plan's country by default. */
  readonly country?: string;
  /** E.164; null leaves the caller's identity unchanged. */
  readonly callerId: string | null;
  /** The caller withholds its number: From is anonymous, and carriers that are trusted with it receive the caller ID. */
  readonly isWithheld: boolean;
  /** What the carriers charge for the leg. */
  readonly costs: CarrierCosts;
  /** The calling trunk, whose id is null for a WebRTC user; null for a forward. */
  readonly trunk: { readonly id: string | null; readonly codecs: readonly Codec[]; readonly dtmfMode: DtmfMode } | null;
}

/** Builds the legs over carriers: in order, with opened passwords and the caller's number in each carrier's format. */
export class CarrierLegs {
  constructor(
    private readonly passwords: CarrierPasswords,
    private readonly plan: NumberingPlan,
  ) {}

  /** Carrier hosts are the operator's choice and are not checked. */
  toNetwork(carriers: readonly CarrierPeer[], leg: OutgoingLeg, random: Random): Leg[] {
    const ranked = carriers.map((carrier) => {
      const { cost = null, expectedMicrocents = null } = leg.costs.get(carrier.id) ?? {};
      return { ...carrier, cost, expectedMicrocents };
    });
    return orderCarriers(ranked, random).map(({ cost, ...carrier }) => ({
      ...this.legOver(carrier, leg),
      ...(cost && { cost }),
    }));
  }

  private legOver(carrier: CarrierPeer, leg: OutgoingLeg): Leg {
    const { called, trunk } = leg;
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
      ...this.identityOf(leg, carrier),
      auth: this.authOf(carrier),
      path: null,
      contactId: null,
      media: mediaOf(carrier.mediaEncryption),
      codecs: codecsBetween(trunk?.codecs ?? carrier.codecs, carrier.codecs),
      dtmfMode: trunk?.dtmfMode ?? DTMF_DEFAULT,
    };
  }

  private identityOf(leg: OutgoingLeg, carrier: CarrierPeer): Pick<Leg, 'fromUri' | 'fromDisplay' | 'headers'> {
    const { callerId, isWithheld } = leg;
    const uri = callerId === null ? null : sipUri(carrier, this.callerNumber(callerId, leg, carrier));
    if (!isWithheld) return { fromUri: uri, headers: {} };
    const mayReceive = uri !== null && carrier.sendIdentity;
    return { ...ANONYMOUS, headers: { ...ANONYMOUS.headers, ...(mayReceive && { [ASSERTED]: `<${uri}>` }) } };
  }

  /** The national format is only used within the country; international calls use E.164. */
  private callerNumber(callerId: string, { called, country }: OutgoingLeg, { callerIdFormat }: CarrierPeer): string {
    if (callerIdFormat === 'e164_no_plus') return callerId.slice(1);
    if (callerIdFormat === 'e164') return callerId;
    const isDomestic = this.plan.countryOf(callerId) === (country ?? this.plan.countryOf(called));
    return (isDomestic && this.plan.nationalOf(callerId)) || callerId;
  }

  private authOf({ id, authUsername, authPasswordSealed }: CarrierPeer): Leg['auth'] {
    if (authUsername === null || authPasswordSealed === null) return null;
    return { username: authUsername, password: this.passwords.open(id, authPasswordSealed) };
  }
}

/**
 * Returns the carriers that a call can be offered to: not those with too many calls, nor those over which it would be sold below
 * cost, unless they allow that. Without any, why. See docs/routing.md#least-cost.
 */
export function usableCarriers(
  carriers: readonly CarrierPeer[],
  costs: CarrierCosts,
): readonly CarrierPeer[] | 'no_carrier' | 'no_carrier_at_price' | 'carrier_full' {
  if (carriers.length === 0) return 'no_carrier';
  const offered = carriers.filter(({ id, allowLoss }) => allowLoss || costs.get(id)?.isLoss !== true);
  if (offered.length === 0) return 'no_carrier_at_price';
  const free = offered.filter(({ isFull }) => !isFull);
  return free.length === 0 ? 'carrier_full' : free;
}

/** Returns the shared codecs in the caller's order, or the carrier's when they share none (the switch then transcodes). */
function codecsBetween(preferred: readonly Codec[], supported: readonly Codec[]): readonly Codec[] {
  const shared = preferred.filter((codec) => supported.includes(codec));
  return shared.length > 0 ? shared : supported;
}
