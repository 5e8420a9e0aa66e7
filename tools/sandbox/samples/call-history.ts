import pg from 'pg';
import { StartError } from '../../stack/start-error';
import type { OfferedCall, PlannedCall } from './call-plan';
import { paceOf } from './pace';

export interface CallTarget {
  readonly internalUrl: string;
  readonly switchToken: string;
  readonly databaseUrl: string;
  /** Source of the outbound calls, which the trunk claims. */
  readonly pbxAddress: string;
  /** The limit of the account; Infinity for none. */
  readonly outboundPerSecond: number;
}

export interface SampleCalls {
  readonly planned: readonly PlannedCall[];
  /** Calls that the rules reject. */
  readonly rejected: readonly OfferedCall[];
}

interface Route {
  readonly target_id: string | null;
  readonly gateway_id: string | null;
}

interface Decision {
  readonly action: 'route' | 'reject';
  readonly decision_id: string;
  readonly routes?: readonly Route[];
}

interface Attempt extends Route {
  readonly order: number;
  readonly started_at: number;
  readonly ring_s: number;
  readonly sip_code: number;
  readonly result: string;
}

interface Decided<C extends OfferedCall = OfferedCall> {
  readonly call: C;
  readonly callId: string;
  readonly decision: Decision;
}

const SWITCH = 'sandbox';
const CALLER_ADDRESS = '127.0.0.1';
/** Calls decided before the first of them is reported. Each holds funds. */
const BATCH = 10;
const TIMEOUT_MS = 15_000;
const SIP_CODES = { answered: 200, busy: 486, no_answer: 480 } as const;
const UNAVAILABLE = 503;

/** Records calls of the past as a switch reports them. Returns how many were routed. */
export async function recordCalls(
  target: CallTarget,
  numbers: readonly string[],
  { planned, rejected }: SampleCalls,
): Promise<number> {
  const outboundStart = paceOf(target.outboundPerSecond);
  const decideAll = <C extends OfferedCall>(calls: readonly C[]): Promise<Decided<C>[]> =>
    Promise.all(
      calls.map(async (call) => {
        if (call.direction === 'outbound') await outboundStart();
        return decide(target, numbers, call);
      }),
    );
  const database = new pg.Client({ connectionString: target.databaseUrl });
  await database.connect();
  let recorded = 0;
  try {
    await backdate(database, await decideAll(rejected), BACKDATE_REJECTED);
    for (let from = 0; from < planned.length; from += BATCH) {
      const decided = await decideAll(planned.slice(from, from + BATCH));
      const routed = decided.filter(({ decision }) => decision.action === 'route');
      await backdate(database, routed);
      if (routed.length > 0) await post(target, '/switch/cdrs', { cdrs: routed.map(reportOf) });
      recorded += routed.length;
    }
  } finally {
    await database.end();
  }
  return recorded;
}

async function decide<C extends OfferedCall>(
  target: CallTarget,
  numbers: readonly string[],
  call: C,
): Promise<Decided<C>> {
  const own = numbers[call.number] ?? '';
  const isInbound = call.direction === 'inbound';
  const callId = `${call.startedAt.toString(36)}-${crypto.randomUUID()}`;
  const decision = await post(target, '/switch/route', {
    switch_id: SWITCH,
    call_id: callId,
    from: isInbound ? call.party : own,
    to: isInbound ? own : call.party,
    source_ip: isInbound ? CALLER_ADDRESS : target.pbxAddress,
    source_port: 5060,
    transport: 'udp',
    extends: true,
  });
  return { call, callId, decision: decision as Decision };
}

const PAST = `FROM unnest($1::text[], $2::timestamptz[]) AS past (id, at) WHERE d.id = past.id`;
const BACKDATE = `UPDATE voice.decisions d SET created_at = past.at ${PAST}`;
/** Nothing else has the ID of a rejected call, which is looked up by the time in it. */
const BACKDATE_REJECTED = `UPDATE voice.decisions d SET created_at = past.at,
  id = platform.earliest_id('rd', past.at) || right(d.id, 16) ${PAST}`;

/** Dates the decisions back to their calls, because a CDR of a call that started before its decision is quarantined. */
async function backdate(database: pg.Client, decided: readonly Decided[], update = BACKDATE): Promise<void> {
  const ids = decided.map(({ decision }) => decision.decision_id);
  const times = decided.map(({ call }) => new Date(call.startedAt * 1000));
  await database.query(update, [ids, times]);
}

function reportOf({ call, callId, decision }: Decided<PlannedCall>): object {
  const attempts = attemptsOf(call, decision.routes ?? []);
  const rangUntil = call.startedAt + attempts.reduce((sum, { ring_s }) => sum + ring_s, 1);
  return {
    switch_id: SWITCH,
    call_id: callId,
    decision_id: decision.decision_id,
    started_at: call.startedAt,
    answered_at: call.talkS === null ? null : rangUntil,
    ended_at: rangUntil + (call.talkS ?? 0),
    sip_code: sipCodeOf(call),
    disconnected_by: call.result === 'answered' && call.ringS % 2 === 0 ? 'callee' : 'caller',
    attempts,
  };
}

const sipCodeOf = ({ result, failureCode }: PlannedCall): number =>
  result === 'failed' ? failureCode : SIP_CODES[result];

/** The gateways are tried in their order until one of them takes the call. A call fails when none does. */
function attemptsOf(call: PlannedCall, routes: readonly Route[]): Attempt[] {
  const { startedAt, result, ringS, failsOver } = call;
  const tried = result === 'failed' ? routes : routes.slice(0, failsOver ? 2 : 1);
  return tried.map(({ target_id, gateway_id }, index) => ({
    target_id,
    gateway_id,
    order: index + 1,
    started_at: startedAt + index,
    ...(index < tried.length - 1
      ? { ring_s: 0, sip_code: UNAVAILABLE, result: 'failed' }
      : { ring_s: result === 'failed' ? 0 : ringS, sip_code: sipCodeOf(call), result }),
  }));
}

async function post({ internalUrl, switchToken }: CallTarget, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${internalUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${switchToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new StartError(`the sample calls could not be recorded: ${response.status} ${text}`);
  return JSON.parse(text) as unknown;
}
