import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiProcess } from './api-process';
import { SECRETS } from './worker-process';

const SWITCH = 'sw_kills';
const LANES = 12;
const ROWS_PER_REPORT = 40;
const REPEAT_MS = 100;
const RING_SECONDS = 8;
/** A call may have started ten minutes before its decision. */
const TALK_SECONDS_MAX = 540;
const FRANCE = '+33123456789';
const KENYA = '+254712123456';
const CALLER = '+493012345678';

/** An account whose number is called, and that calls from a network of its own. */
export interface CallingParty {
  readonly accountId: string;
  readonly e164: string;
  readonly sourceIp: string;
}

/** What must be recorded of a call: its seconds from answer to end; null for an unanswered call. */
export interface PlacedCall {
  readonly accountId: string;
  readonly callId: string;
  readonly seconds: number | null;
}

interface Row {
  readonly call_id: string;
  readonly [member: string]: unknown;
}

interface DueRow {
  readonly row: Row;
  readonly accepted: () => void;
  readonly failed: (error: unknown) => void;
}

type Answer = Readonly<Record<string, unknown>>;

/** The API has refused what a switch may send: no kill explains that. */
class Refused extends Error {}

/** A share of calls, in percent. */
const inPercent = (share: number) => randomInt(100) < share;

/**
 * A switch that places random calls in several lanes. It sends the report of a call again until it is accepted, as switches do,
 * but asks for a route once: without an answer, there is no call. Some calls are reported twice, some as unanswered first, and
 * some not before `reportRest`.
 */
export class RandomCalls {
  /** The calls whose last report was accepted. */
  readonly reported: PlacedCall[] = [];
  /** Requests for a route without an answer: their decisions may hold money. */
  unanswered = 0;
  repeats = 0;
  rejected = 0;
  private placed = 0;
  private readonly due: DueRow[] = [];
  private readonly rest: (() => Promise<void>)[] = [];

  constructor(
    private readonly api: () => ApiProcess,
    private readonly parties: readonly CallingParty[],
  ) {}

  /** Resolves when so many more calls were placed, and what is due of them was accepted. */
  async place(count: number): Promise<void> {
    const until = this.placed + count;
    const lane = async () => {
      while (this.placed < until) {
        this.placed += 1;
        await this.placeOne(`call ${String(this.placed)}`);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }

  get count(): number {
    return this.placed;
  }

  /** Reports what was held back: calls that end late, and answers of calls that were reported as unanswered. */
  async reportRest(): Promise<number> {
    const rest = this.rest.splice(0);
    await Promise.all(rest.map((report) => report()));
    return rest.length;
  }

  private async placeOne(callId: string): Promise<void> {
    const party = this.parties[randomInt(this.parties.length)] as CallingParty;
    const isInbound = inPercent(60);
    const ends = isInbound
      ? { from: CALLER, to: party.e164, source_ip: '203.0.113.9' }
      : { from: party.e164, to: inPercent(90) ? FRANCE : KENYA, source_ip: party.sourceIp };
    const routed = await this.post('/switch/route', { switch_id: SWITCH, call_id: callId, ...ends });
    if (!routed) {
      this.unanswered += 1;
      return;
    }
    const isRouted = routed['action'] === 'route';
    if (!isRouted) this.rejected += 1;
    const seconds = isRouted && inPercent(70) ? randomInt(1, Math.min(TALK_SECONDS_MAX, maxOf(routed))) : null;
    await this.follow({ accountId: party.accountId, callId, seconds }, String(routed['decision_id']), isRouted);
  }

  private async follow(call: PlacedCall, decisionId: string, isRouted: boolean): Promise<void> {
    const { callId, seconds } = call;
    const now = Math.floor(Date.now() / 1000);
    const startedAt = now - RING_SECONDS - (seconds ?? 0);
    const key = { switch_id: SWITCH, decision_id: decisionId };
    const unanswered: Row = {
      ...key,
      call_id: callId,
      started_at: startedAt,
      answered_at: null,
      ended_at: now,
      ...(isRouted && { sip_code: inPercent(50) ? 486 : 480 }),
    };
    const answered = { ...unanswered, answered_at: startedAt + RING_SECONDS, sip_code: 200, disconnected_by: 'caller' };
    const last = seconds === null ? unanswered : answered;
    if (inPercent(30)) await this.post('/switch/events', { ...key, event: 'ended', at: now, ...endOf(last) });
    const settle = async () => {
      await this.report(last);
      if (inPercent(10)) await this.report(last);
      this.reported.push(call);
    };
    const isLate = inPercent(8);
    if (seconds !== null && inPercent(10)) await this.report(unanswered);
    if (isLate) this.rest.push(settle);
    else await settle();
  }

  /** Resolves once a row was accepted. Rows that are due at the same moment share a request. */
  private async report(row: Row): Promise<void> {
    await new Promise<void>((accepted, failed) => {
      this.due.push({ row, accepted, failed });
      setImmediate(() => {
        const batch = this.due.splice(0, ROWS_PER_REPORT);
        this.send(batch).catch((error: unknown) => batch.forEach((each) => each.failed(error)));
      });
    });
  }

  private async send(batch: readonly DueRow[]): Promise<void> {
    while (batch.length > 0) {
      const answer = await this.post('/switch/cdrs', { cdrs: batch.map(({ row }) => row) });
      if (answer) {
        const outcomes = answer['outcomes'] as { outcome: string }[];
        const refused = outcomes.find(({ outcome }) => !['recorded', 'repeated', 'corrected'].includes(outcome));
        if (refused) throw new Refused(`A call was not recorded: ${JSON.stringify(refused)}`);
        batch.forEach(({ accepted }) => accepted());
        return;
      }
      this.repeats += 1;
      await sleep(REPEAT_MS);
    }
  }

  /** Returns null without an answer, and for one of 5xx: the API was killed. */
  private async post(path: string, body: object): Promise<Answer | null> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${SECRETS.SWITCH_TOKENS}` };
    try {
      const answer = await fetch(`${this.api().internalUrl}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (answer.status >= 500) return null;
      if (!answer.ok) throw new Refused(`${path} answered ${String(answer.status)}: ${text}`);
      return JSON.parse(text) as Answer;
    } catch (error) {
      if (error instanceof Refused) throw error;
      return null;
    }
  }
}

const maxOf = (routed: Answer) => Math.max(2, Number(routed['max_duration_s']));

const endOf = ({ answered_at, sip_code }: Row) => ({ answered_at, ...(sip_code !== undefined && { sip_code }) });
