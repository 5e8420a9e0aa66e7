import { displayCents, type RejectionName, type Transactor } from '@trunkline/kernel';
import type { StartRefusal } from '../outbound/outbound-rules';
import type { Call, CallOffer, CallOwner, CallRequest } from './call';
import { type CallGrant, grantOf } from './call-grant';
import { type CallRule, firstRefusal, type Noting } from './checks';
import type { DecideCall } from './decide-call';
import type { Granted } from './new-decision';
import type { CallPrices } from './ports';
import type { ReadCall } from './read-call';

/** A decision that has read everything, and has held and stored nothing. */
export type OfferedCall = { readonly call: Call; readonly owner: CallOwner } & (
  | { readonly isOffered: false; readonly refusal: RejectionName }
  | { readonly isOffered: true; readonly offer: CallOffer; readonly grant: Granted }
);

/** Counts the call against the calls per second, or finds out what would reject it. */
export type StartLimit = (accountId: string | null, offer: CallOffer) => Promise<StartRefusal | null>;

/** Decides a call until only its start can reject it. Calls of switches and simulated ones are decided here alike. */
export class OfferCall {
  constructor(
    private readonly tx: Transactor,
    private readonly reader: ReadCall,
    private readonly decider: DecideCall,
    private readonly prices: CallPrices,
  ) {}

  /** Call it without a database connection: it resolves host names, which takes long where name servers are slow. */
  async offer(request: CallRequest, at: Date, limit: StartLimit, noting: Noting = {}): Promise<OfferedCall> {
    const { call, owner, ...verdict } = await this.tx.together(async () => {
      const call = { ...(await this.reader.read(request, at)), ...noting };
      return { call, ...(await this.decider.decide(call)) };
    });
    const outcome = typeof verdict.outcome === 'function' ? await verdict.outcome() : verdict.outcome;
    if (outcome.action === 'reject') return { call, owner, isOffered: false, refusal: outcome.rejection };
    return this.fund({ call, owner }, outcome.offer, limit);
  }

  private async fund(
    decided: { readonly call: Call; readonly owner: CallOwner },
    offer: CallOffer,
    limit: StartLimit,
  ): Promise<OfferedCall> {
    const { call, owner } = decided;
    let computed: CallGrant | undefined;
    // Not for a call that the calls per second reject.
    const grantOnce = () => (computed ??= grantOf(offer, offer.cover, this.prices, call.request.isExtending));
    const refusal = await firstRefusal(call, [
      {
        check: 'calls_per_second',
        refusal: () => limit(owner.accountId, offer),
        detail: () => perSecondDetail(offer),
      },
      ...this.fundsRules(offer, grantOnce),
    ]);
    if (refusal !== null) return { ...decided, isOffered: false, refusal };
    const grant = grantOnce();
    if (!grant.isGranted) throw new Error('The rules allow a call that the funds do not cover.');
    return { ...decided, isOffered: true, offer, grant };
  }

  private fundsRules(offer: CallOffer, grantOnce: () => CallGrant): CallRule[] {
    const { availableCents, outboundUsedCents } = offer.cover;
    const cap = offer.limits.outboundDailyCapCents;
    const isOverCap = (grant: CallGrant) => !grant.isGranted && grant.refusal === 'daily_cap_reached';
    const uncapped = { availableCents, outboundUsedCents: -Infinity };
    const isCovered = () => grantOnce().isGranted || grantOf(offer, uncapped, this.prices, false).isGranted;
    return [
      {
        check: 'daily_cap',
        refusal: () => (isOverCap(grantOnce()) ? 'daily_cap_reached' : null),
        detail: () =>
          cap === null
            ? 'The account has no daily cap on outbound calls.'
            : `Outbound calls have used ${displayCents(outboundUsedCents)} of the cap of ${displayCents(cap)} today.`,
      },
      {
        check: 'balance',
        refusal: () => (isCovered() ? null : 'insufficient_balance'),
        detail: () =>
          availableCents === Number.MAX_SAFE_INTEGER
            ? 'The credit of the account has no limit.'
            : `${displayCents(availableCents)} is available for the call.`,
      },
    ];
  }
}

function perSecondDetail({ limits: { callsPerSecond }, trunk }: CallOffer): string {
  const limits = [
    ...(callsPerSecond === null ? [] : [`${callsPerSecond} of the account`]),
    ...(trunk?.maxCallsPerSecond ? [`${trunk.maxCallsPerSecond} of the trunk`] : []),
  ];
  return limits.length === 0
    ? 'The calls per second have no limit.'
    : `The limit of calls per second is ${limits.join(', and ')}.`;
}
