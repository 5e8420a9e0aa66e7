import * as v from 'valibot';
import type { Plan } from '../api/answers';
import type { HeaderEntry } from '../sip/headers';
import type { SipResponse } from '../sip/message';

/** Carries the attempts of a call between Kamailio and its agent: base64 of a JSON array. */
const ATTEMPTS_HEADER = 'X-Attempts';
/** Carries a routing plan to Kamailio: base64 of the answer to `POST /switch/route`. */
const PLAN_HEADER = 'X-Plan';

/** An attempt as a CDR reports it, with the members of `POST /switch/cdrs`. */
export type Attempt = Readonly<Record<string, unknown>>;

/** Tells the attempts of the first leg from those of the number. */
const AGENT_LEG = { leg: 'agent' };

const attempts = v.pipe(v.string(), v.parseJson(), v.array(v.record(v.string(), v.unknown())));

/** Returns the attempts that Kamailio made for the agent's leg; undefined if its response does not say. */
export function attemptsOf(response: SipResponse | null): readonly Attempt[] | undefined {
  const header = response?.headers.get(ATTEMPTS_HEADER);
  if (header === undefined) return undefined;
  const { success, output } = v.safeParse(attempts, Buffer.from(header, 'base64').toString('utf8'));
  return success ? output.map((attempt) => ({ ...attempt, ...AGENT_LEG })) : undefined;
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

export const planHeaders = (plan: Plan, made: readonly Attempt[] = []): HeaderEntry[] => [
  [PLAN_HEADER, encoded(plan)],
  ...(made.length > 0 ? [[ATTEMPTS_HEADER, encoded(made)] as const] : []),
];

interface OwnAttempt {
  readonly plan: Plan;
  readonly startedAt: number;
  /** Unix seconds at which the leg began to ring; null if it did not. */
  readonly rangAt: number | null;
  readonly endedAt: number;
  readonly status: number;
}

/** What the agent itself saw of its leg, for a switch that does not report its attempts. */
export function ownAttempt({ plan, startedAt, rangAt, endedAt, status }: OwnAttempt): Attempt {
  const { target_id, gateway_id, carrier_id, contact_id } = plan.routes[0] ?? {};
  return {
    ...AGENT_LEG,
    order: 1,
    target_id: target_id ?? null,
    gateway_id: gateway_id ?? null,
    carrier_id: carrier_id ?? null,
    contact_id: contact_id ?? null,
    started_at: startedAt,
    ring_s: rangAt === null ? 0 : endedAt - rangAt,
    sip_code: status,
    result: resultOf(status),
  };
}

const RESULTS: Readonly<Record<number, string>> = {
  408: 'no_answer',
  480: 'no_answer',
  486: 'busy',
  487: 'cancelled',
  600: 'busy',
};

const resultOf = (status: number): string => (status < 300 ? 'answered' : (RESULTS[status] ?? 'failed'));
