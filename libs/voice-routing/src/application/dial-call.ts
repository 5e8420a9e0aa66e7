import {
  addSeconds,
  type Clock,
  type DomainError,
  type ErrorDetails,
  invalidFields,
  rejection,
  type RejectionName,
  shownRejection,
  type Transactor,
} from '@trunkline/kernel';
import { VoiceRoutingErrors } from '../domain/errors';
import { planLegs, RINGING_MAX_SECONDS } from '../domain/calls/plan';
import { isEmergencyE164 } from '../domain/emergency-numbers';
import { callIdOf } from '../domain/live-calls/call-id';
import type { SwitchNode } from '../domain/live-calls/switch-node';
import {
  type Call,
  type CallOffer,
  type CallOwner,
  type Leg,
  NO_CLAIMS,
  type SkipReason,
  type Verdict,
} from './calls/call';
import { grantOf } from './calls/call-grant';
import type { GrantedCall, GrantedCalls } from './calls/granted-calls';
import type { OutboundCalls } from './calls/outbound-calls';
import type { CallPrices, DecisionLog, RandomSource, RoutingSnapshots, SourceTrunk } from './calls/ports';
import type { ReadCall } from './calls/read-call';
import { routeAnswer, type RoutedAnswer } from './calls/route-answer';
import type { TrunkLegs } from './trunks/trunk-legs';
import { COMMAND_SECONDS } from './commands/hand-out-commands';
import type { SwitchCommands } from './commands/ports';
import { idFromOperation } from './id-from-operation';

export interface DialRequest {
  readonly accountId: string;
  /** A repeated request of the operation finds the call of the first. */
  readonly operationId: string;
  /** A number of the account, which the callee sees. */
  readonly from: string;
  readonly to: string;
  /** The trunk that rings first. */
  readonly sipTrunkId: string;
  readonly ringTimeoutSeconds: number;
  /** From the answer of the callee; null: as long as the funds allow. */
  readonly maxDurationSeconds: number | null;
  readonly customerReference: string | null;
}

/** The parties that the legs of a click to dial need. */
export class DialLegs {
  constructor(
    private readonly snapshots: RoutingSnapshots,
    private readonly legs: TrunkLegs,
    private readonly random: RandomSource,
  ) {}

  /** Throws `invalid_input` for an unknown trunk, `trunk_not_active`. */
  async sourceOf({ accountId, sipTrunkId }: DialRequest, now: Date): Promise<SourceTrunk> {
    const trunk = await this.snapshots.sourceTrunk(accountId, sipTrunkId, now);
    if (trunk === null) throw invalidFields({ sip_trunk_id: 'must be a trunk of this account' });
    if (trunk.status !== 'active')
      throw VoiceRoutingErrors.trunk_not_active({ fields: { sip_trunk_id: `is ${trunk.status}` } });
    // The request names the number that the callee sees.
    return { ...trunk, callerIdStrategy: 'inherit', callerIdOverride: null };
  }

  /** Returns the legs to the agent, who sees the number that is called for it. Throws if the trunk cannot be reached. */
  async toAgent({ accountId, sipTrunkId, from }: DialRequest, now: Date): Promise<readonly Leg[]> {
    const trunk = await this.snapshots.ofTrunk(accountId, sipTrunkId, now);
    const legs = await this.legs.toTrunk(trunk, from, () => this.random.next());
    if (typeof legs === 'string') throw unreachable(legs);
    return legs;
  }
}

/**
 * Click to dial: a switch rings the trunk, and calls the number once the trunk has answered. The call is decided, priced and
 * held as an outbound call of the trunk, and its command is stored in the same transaction. See
 * docs/live-calls.md#click-to-dial.
 */
export class DialCall {
  constructor(
    private readonly tx: Transactor,
    private readonly reader: ReadCall,
    private readonly outbound: OutboundCalls,
    private readonly legs: DialLegs,
    private readonly granted: GrantedCalls,
    private readonly decisions: DecisionLog,
    private readonly prices: CallPrices,
    private readonly commands: SwitchCommands,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the id of the call. Throws `invalid_input`, `trunk_not_active`, `switch_not_connected`, `insufficient_balance`,
   * `destination_not_allowed`, `spend_cap_reached`, `concurrency_limit_reached`, `account_suspended`, `rate_limited`.
   */
  async dial(request: DialRequest): Promise<string> {
    const decisionId = idFromOperation('rd', request.operationId);
    const placed = await this.decisions.findMany([decisionId]);
    if (placed.length > 0) return callIdOf(decisionId);
    if (isEmergencyE164(request.to)) throw invalidFields({ to: 'must not be an emergency number' });
    const now = this.clock.now();
    const trunk = await this.legs.sourceOf(request, now);
    const at = await this.commands.connected();
    if (at === null) throw VoiceRoutingErrors.switch_not_connected();
    const { call, owner, outcome } = await this.decide(request, trunk, { at, decisionId });
    const allowed = await this.allowed(owner, outcome);
    const agent = await this.legs.toAgent(request, now);
    const { maxDurationSeconds } = request;
    const offer: CallOffer = {
      ...allowed,
      ...(maxDurationSeconds !== null && { maxSeconds: maxDurationSeconds }),
    };
    await this.place({ call, owner, offer, decisionId }, { request, at, agent });
    return callIdOf(decisionId);
  }

  /** Returns the offer of a call that no rule rejects. */
  private async allowed({ accountId }: CallOwner, outcome: Verdict['outcome']): Promise<CallOffer> {
    if (typeof outcome === 'function') throw unplaced('no_route');
    if (outcome.action === 'reject') throw unplaced(outcome.rejection);
    const tooMany = await this.outbound.rules.startRefusal(accountId, outcome.offer);
    if (tooMany !== null) throw unplaced(tooMany);
    return outcome.offer;
  }

  private decide(
    { from, to, accountId }: DialRequest,
    trunk: SourceTrunk,
    { at, decisionId }: { readonly at: SwitchNode; readonly decisionId: string },
  ): Promise<Verdict & { readonly call: Call }> {
    const request = {
      ...NO_CLAIMS,
      ...at,
      callId: callIdOf(decisionId),
      from,
      to,
      sourceIp: null,
      authUser: null,
      // A call of which the whole time is granted needs no heartbeat of its switch.
      isExtending: false,
    };
    return this.tx.together(async () => {
      const read = await this.reader.read(request, this.clock.now());
      const call = { ...read, source: () => Promise.resolve({ trunks: [trunk], isCarrier: false, accountId }) };
      return { call, ...(await this.outbound.decide(call)) };
    });
  }

  private async place(
    granted: Pick<GrantedCall, 'call' | 'owner' | 'offer'> & { readonly decisionId: string },
    dialled: { readonly request: DialRequest; readonly at: SwitchNode; readonly agent: readonly Leg[] },
  ): Promise<void> {
    const { offer, decisionId } = granted;
    const { customerReference, ringTimeoutSeconds } = dialled.request;
    // While the agent rings, the switch has no call of this decision to list.
    const listedFrom = addSeconds(granted.call.at, ringTimeoutSeconds + COMMAND_SECONDS);
    const grant = grantOf(offer, offer.cover, this.prices, false);
    if (!grant.isGranted) throw unplaced(grant.refusal);
    const started = await this.granted.start({
      ...granted,
      grant,
      customerReference,
      listedFrom,
      alongside: (plan) => this.commands.send(this.commandOf(decisionId, plan, dialled)),
    });
    if (!started.isStarted) throw unplaced(refusalOf(started.refusal));
  }

  private commandOf(
    decisionId: string,
    plan: RoutedAnswer,
    { request, at, agent }: { readonly request: DialRequest; readonly at: SwitchNode; readonly agent: readonly Leg[] },
  ) {
    const { from, to, ringTimeoutSeconds } = request;
    const ringing = planLegs(agent, ringTimeoutSeconds);
    // The agent waits while the callee rings.
    const agentSeconds = plan.maxDurationSeconds + RINGING_MAX_SECONDS;
    return {
      type: 'originate',
      at,
      decisionId,
      callId: callIdOf(decisionId),
      from,
      to,
      ringTimeoutSeconds,
      plan,
      agent: routeAnswer(decisionId, ringing, agentSeconds),
    } as const;
  }
}

function refusalOf(refusal: RejectionName | 'peer_full'): RejectionName {
  return refusal === 'peer_full' ? 'trunk_full' : refusal;
}

const FROM = { from: 'must be an active number of this account' };
const FULL_TRUNK = 'The trunk or its carrier has reached its limit of concurrent calls. Retry when a call has ended.';

/** The rejections of a call that a trunk places, as errors of a request to place it. */
const ERRORS: Partial<Readonly<Record<RejectionName, (details: ErrorDetails) => DomainError>>> = {
  insufficient_balance: () => VoiceRoutingErrors.insufficient_balance(),
  daily_cap_reached: VoiceRoutingErrors.spend_cap_reached,
  calls_per_second_reached: VoiceRoutingErrors.rate_limited,
  trunk_calls_per_second_reached: VoiceRoutingErrors.rate_limited,
  account_full_inbound: () => VoiceRoutingErrors.concurrency_limit_reached(),
  account_full_outbound: () => VoiceRoutingErrors.concurrency_limit_reached(),
  trunk_full: () => VoiceRoutingErrors.concurrency_limit_reached({ message: FULL_TRUNK }),
  carrier_full: () => VoiceRoutingErrors.concurrency_limit_reached({ message: FULL_TRUNK }),
  trunk_not_active: () => VoiceRoutingErrors.trunk_not_active(),
  account_not_active: () => VoiceRoutingErrors.account_suspended(),
  caller_id_not_allowed: () => invalidFields(FROM),
  number_malformed: () => invalidFields({ to: 'must be a phone number' }),
};

/** The error for a number that the account may not call, or that no carrier serves, unless another one applies. Names the rule. */
export function unplaced(name: RejectionName): DomainError {
  const { explanation, remedy } = rejection(name);
  const details = { message: `${explanation} ${remedy}`, fields: { rule: shownRejection(name) } };
  return ERRORS[name]?.(details) ?? VoiceRoutingErrors.destination_not_allowed(details);
}

/** The error for a trunk that no call can reach. */
export function unreachable(reason: SkipReason): DomainError {
  if (reason === 'trunk_full') return VoiceRoutingErrors.concurrency_limit_reached({ message: FULL_TRUNK });
  const messages: Partial<Record<SkipReason, string>> = {
    no_gateway: 'The SIP trunk has no enabled gateway. Add or enable one.',
    not_registered: 'No system is registered at the SIP trunk. Register one, or add a gateway.',
    host_not_allowed: 'No gateway of the SIP trunk has a public address that calls may be sent to.',
  };
  const message = messages[reason];
  return VoiceRoutingErrors.trunk_not_active(message === undefined ? {} : { message });
}
