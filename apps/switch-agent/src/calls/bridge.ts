import { randomInt } from 'node:crypto';
import { ALLOW, contactOf, SDP } from '../sip/dialog';
import { type InviteResult, isAnswered, type Leg } from '../sip/leg';
import type { ServerTransaction } from '../sip/server-transaction';
import { isSameDestination, type Origin, passedOn } from '../sip/sdp';
import type { Address } from '../sip/transport';

export type Side = 'agent' | 'number';

/** How far the session of each side has come, as it is stored. */
export type Sessions = Readonly<Record<Side, { readonly id: number; readonly version: number }>>;

export interface BridgeEvents {
  /** The sessions have changed, and with them what must be stored. */
  readonly onChange: () => void;
}

const REQUEST_PENDING = 491;
const OFFER_ATTEMPTS = 4;
const ID_MAX = 2 ** 31;

export const opposite = (side: Side): Side => (side === 'agent' ? 'number' : 'agent');

export const newSessions = (): Sessions => ({
  agent: { id: randomInt(1, ID_MAX), version: 0 },
  number: { id: randomInt(1, ID_MAX), version: 0 },
});

/** Carries sessions between the two legs of a call, when the call is set up and whenever a phone changes its session. */
export class Bridge {
  private offers: Promise<unknown> = Promise.resolve();
  private last: { readonly sdp: string; readonly result: InviteResult } | undefined;
  private isConnected = false;
  private readonly forwarded = new Map<ServerTransaction, Leg>();

  constructor(
    private readonly legs: Readonly<Record<Side, Leg>>,
    private readonly local: Address,
    private known: Sessions,
    private readonly events: BridgeEvents,
    /** Milliseconds before an offer is repeated that crossed one of the other side (RFC 3261 section 14.1). */
    private readonly glarePauseMs: () => number = () => randomInt(2100, 4000),
  ) {}

  get sessions(): Sessions {
    return this.known;
  }

  /** From now on the sessions that phones change are passed on. */
  connect(): void {
    this.isConnected = true;
  }

  /** Returns the next version of what this side has sent to a leg. */
  originFor(side: Side): Origin {
    const { id, version } = this.known[side];
    this.known = { ...this.known, [side]: { id, version: version + 1 } };
    this.events.onChange();
    return { id, version: version + 1, host: this.local.host };
  }

  describe(side: Side, sdp: string): string {
    return passedOn(sdp, this.originFor(side));
  }

  /** Offers a session to the agent's phone, one after another. Returns null if its leg is not up. */
  offerToAgent(sdp: string): Promise<InviteResult | null> {
    const offer = this.offers.then(() => this.offerOnce(sdp));
    this.offers = offer;
    return offer;
  }

  /** Returns whether the number took the session. */
  async offerToNumber(sdp: string): Promise<boolean> {
    const result = await this.offer('number', sdp);
    return result !== null && isAnswered(result);
  }

  /** Answers an INVITE, UPDATE or INFO of one side by what the other side answers. */
  async forward(from: Side, transaction: ServerTransaction): Promise<void> {
    const { method, body } = transaction.request;
    if (method === 'INFO') await this.forwardInfo(from, transaction);
    else if (method === 'UPDATE' && body === '') transaction.respond(200, { entries: this.entries() });
    else if (!this.isConnected || this.legs[opposite(from)].isInviting) transaction.respond(REQUEST_PENDING);
    else await this.forwardSession(from, transaction);
  }

  /** The phone gave up its INVITE within the call. */
  cancel(transaction: ServerTransaction): void {
    const leg = this.forwarded.get(transaction);
    if (!leg) return;
    transaction.respond(487);
    leg.cancelInvite();
  }

  private async offerOnce(sdp: string): Promise<InviteResult | null> {
    if (this.last && isSameDestination(this.last.sdp, sdp)) return this.last.result;
    const result = await this.offer('agent', sdp);
    if (result && isAnswered(result)) this.last = { sdp, result };
    return result;
  }

  private async offer(side: Side, sdp: string): Promise<InviteResult | null> {
    const leg = this.legs[side];
    for (let attempt = 1; leg.isUp; attempt += 1) {
      const result = await leg.invite(this.describe(side, sdp));
      if (isAnswered(result)) leg.acknowledge(result);
      if (result.status !== REQUEST_PENDING || attempt === OFFER_ATTEMPTS) return result;
      await new Promise((resolve) => setTimeout(resolve, this.glarePauseMs()));
    }
    return null;
  }

  private async forwardSession(from: Side, transaction: ServerTransaction): Promise<void> {
    const leg = this.legs[opposite(from)];
    const { body } = transaction.request;
    this.forwarded.set(transaction, leg);
    const result = await leg.invite(body === '' ? '' : this.describe(opposite(from), body));
    this.forwarded.delete(transaction);
    if (!isAnswered(result)) {
      transaction.respond(result.status);
      return;
    }
    if (body !== '') leg.acknowledge(result);
    transaction.respond(200, {
      entries: [...this.entries(), ['Content-Type', SDP]],
      body: this.describe(from, result.sdp),
    });
    // Without an offer in the request, the ACK has the answer to the one in the response.
    if (body === '') await this.forwardAnswer(opposite(from), transaction, result);
  }

  private async forwardAnswer(to: Side, transaction: ServerTransaction, offer: InviteResult): Promise<void> {
    const ack = await transaction.acknowledged;
    const leg = this.legs[to];
    leg.acknowledge(offer, ack && ack.body !== '' ? this.describe(to, ack.body) : '');
    // An offer without an answer leaves the sessions apart (RFC 3261 section 14.2).
    if (!ack || ack.body === '') await Promise.all([this.legs.agent.end(), this.legs.number.end()]);
  }

  /** Keys that are pressed, most of all. */
  private async forwardInfo(from: Side, transaction: ServerTransaction): Promise<void> {
    const { headers, body } = transaction.request;
    const leg = this.legs[opposite(from)];
    if (!leg.isUp) {
      transaction.respond(200);
      return;
    }
    const type = headers.get('Content-Type') ?? 'application/dtmf-relay';
    transaction.respond(await leg.send('INFO', body === '' ? undefined : { type, body }));
  }

  private entries() {
    return [
      ['Contact', contactOf(this.local)],
      ['Allow', ALLOW],
    ] as const;
  }
}
