import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Token = 'OPERATOR_TOKENS' | 'SWITCH_TOKENS';

const secrets = JSON.parse(readFileSync(join(process.env['DATA_DIR'] ?? '', 'secrets.json'), 'utf8')) as Readonly<
  Record<Token, string>
>;

const post = (token: Token, path: string, body: object) =>
  send(token, path, { method: 'POST', body: JSON.stringify(body) });

async function send(token: Token, path: string, request: RequestInit = {}): Promise<unknown> {
  const response = await fetch(`${process.env['INTERNAL_URL'] ?? ''}${path}`, {
    ...request,
    headers: { authorization: `Bearer ${secrets[token]}`, 'content-type': 'application/json' },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Moves the sandbox's clock, because a code of an authenticator counts once. Returns the new time in milliseconds. */
export async function advanceClock(seconds: number): Promise<number> {
  const { data } = (await post('OPERATOR_TOKENS', '/operator/sandbox/clock', { advance_s: seconds })) as {
    data: { now: number };
  };
  return data.now * 1000;
}

/** Does what only an operator does. */
export const operate = (method: string, path: string, body: object): Promise<unknown> =>
  send('OPERATOR_TOKENS', path, { method, body: JSON.stringify(body) });

export const acknowledgeAlert = (id: string): Promise<unknown> =>
  post('OPERATOR_TOKENS', `/operator/alerts/${id}/acknowledge`, {});

/** Requests the route of a call, as a switch does. */
export const routeCall = (call: object): Promise<unknown> =>
  post('SWITCH_TOKENS', '/switch/route', { switch_id: 'journeys', call_id: crypto.randomUUID(), ...call });

/** A call to the number that is answered and ends, as a switch reports it. */
export async function call(to: string, seconds: number, caller: object = {}): Promise<void> {
  const call_id = crypto.randomUUID();
  const switch_id = 'journeys';
  const from = '+442079460000';
  const source = { source_ip: '127.0.0.1', source_port: 5060, transport: 'udp' };
  const request = { switch_id, call_id, from, to, ...source, ...caller };
  const { decision_id } = (await post('SWITCH_TOKENS', '/switch/route', request)) as { decision_id: string };
  const ended_at = Math.floor(Date.now() / 1000);
  const answered_at = ended_at - seconds;
  const attempt = { order: 1, result: 'answered', sip_code: 200, ring_s: 4, started_at: answered_at - 4 };
  await post('SWITCH_TOKENS', '/switch/cdrs', {
    switch_id,
    call_id,
    decision_id,
    started_at: answered_at - 5,
    answered_at,
    ended_at,
    sip_code: 200,
    disconnected_by: 'caller',
    attempts: [attempt],
  });
}

/** A call to the number that ends without an answer, as a switch reports it. */
export async function failedCall(to: string, sip_code: number, caller: object = {}): Promise<void> {
  const call_id = crypto.randomUUID();
  const switch_id = 'journeys';
  const request = { switch_id, call_id, from: '+442079460000', to, source_ip: '127.0.0.1', ...caller };
  const { decision_id } = (await post('SWITCH_TOKENS', '/switch/route', request)) as { decision_id: string };
  const ended_at = Math.floor(Date.now() / 1000);
  const started_at = ended_at - 3;
  const attempt = { order: 1, result: sip_code === 486 ? 'busy' : 'failed', sip_code, ring_s: 0, started_at };
  await post('SWITCH_TOKENS', '/switch/cdrs', {
    switch_id,
    call_id,
    decision_id,
    started_at,
    answered_at: null,
    ended_at,
    sip_code,
    disconnected_by: 'callee',
    attempts: [attempt],
  });
}

/** Reports the end of a routed or rejected call, as a switch does. Returns the id of its CDR. */
export async function reportCall(routed: { readonly callId: string; readonly decisionId: string }, row: object) {
  const ended_at = Math.floor(Date.now() / 1000);
  const key = { switch_id: 'journeys', call_id: routed.callId, decision_id: routed.decisionId };
  const cdrs = [{ ...key, started_at: ended_at - 8, answered_at: null, ended_at, ...row }];
  const { outcomes } = (await post('SWITCH_TOKENS', '/switch/cdrs', { cdrs })) as { outcomes: { cdr_id?: string }[] };
  const [outcome] = outcomes;
  if (outcome?.cdr_id === undefined) throw new Error(`The call was not recorded: ${JSON.stringify(outcome)}`);
  return outcome.cdr_id;
}

/** Reports the systems that are registered under a user name, as a switch does. */
export async function registerContacts(username: string, contacts: readonly object[]): Promise<void> {
  const report = { switch_id: 'journeys', boot_id: 'journeys', username, contacts };
  await post('SWITCH_TOKENS', '/switch/registrations', report);
}

interface Probe {
  readonly id: string;
  readonly uri: string;
}

/** Polls for commands as a switch of its own, so that the API knows that one is connected. */
export async function pollCommands(waitSeconds = 0, after = ''): Promise<readonly Probe[]> {
  const query = `switch_id=journeys&wait_s=${String(waitSeconds)}${after && `&after=${after}`}`;
  return ((await send('SWITCH_TOKENS', `/switch/commands?${query}`)) as { commands: Probe[] }).commands;
}

/** Answers as many probes as a switch does: each gateway responds unless its URI contains `silent`. */
export async function answerProbes(count: number, silent: string): Promise<void> {
  let after = '';
  for (let answered = 0; answered < count; ) {
    for (const { id, uri } of await pollCommands(10, after)) {
      after = id;
      answered += 1;
      const result = uri.includes(silent) ? { ok: false, sip_code: 408 } : { ok: true, sip_code: 200, rtt_ms: 21 };
      await post('SWITCH_TOKENS', `/switch/commands/${id}/result`, { switch_id: 'journeys', ...result });
    }
  }
}

/** Carries the calls in progress. Nothing polls for it: a journey beside may wait for commands that any switch takes. */
export const LIVE_SWITCH = 'journeys-live';

/** A call to a number that goes on until it is reported. */
export class LiveCall {
  private readonly startedAt = Math.floor(Date.now() / 1000);
  private attempts: readonly object[] = [];

  private constructor(
    private readonly callId: string,
    readonly decisionId: string,
    private readonly route: object,
  ) {}

  static async to(to: string): Promise<LiveCall> {
    const call_id = crypto.randomUUID();
    const request = { switch_id: LIVE_SWITCH, call_id, from: '+442079460000', to, source_ip: '127.0.0.1' };
    const { decision_id, routes } = (await post('SWITCH_TOKENS', '/switch/route', request)) as {
      decision_id: string;
      routes: { gateway_id: string | null }[];
    };
    return new LiveCall(call_id, decision_id, { gateway_id: routes[0]?.gateway_id });
  }

  /** An attempt over the first route, as the switch reports it. */
  attempt(given: object): object {
    return { order: 1, ...this.route, address: '127.0.0.1:5081', started_at: this.startedAt, ring_s: 2, ...given };
  }

  async event(event: 'ringing' | 'answered', attempts: readonly object[]): Promise<void> {
    this.attempts = attempts;
    const decision_id = this.decisionId;
    await post('SWITCH_TOKENS', '/switch/events', { switch_id: LIVE_SWITCH, event, decision_id, attempts });
  }

  /** The CDR of a call that the system has ended. */
  async report(): Promise<void> {
    const ended_at = Math.floor(Date.now() / 1000);
    await post('SWITCH_TOKENS', '/switch/cdrs', {
      switch_id: LIVE_SWITCH,
      call_id: this.callId,
      decision_id: this.decisionId,
      started_at: this.startedAt,
      answered_at: Math.min(this.startedAt + 2, ended_at),
      ended_at,
      sip_code: 200,
      disconnected_by: 'system',
      attempts: this.attempts,
    });
  }
}

/** Raises the monthly prices of an account's numbers by so many cents, with notice. The rule is to be removed afterwards. */
export async function announcePrices(accountId: string, cents: number) {
  const created = await post('OPERATOR_TOKENS', '/operator/number-prices', {
    account_id: accountId,
    add_monthly_cents: cents,
  });
  const { id } = (created as { data: { id: string } }).data;
  const effectiveAt = Math.floor(Date.now() / 1000) + 40 * 86_400;
  const request = { filter: { account_id: accountId }, effective_at: effectiveAt };
  await post('OPERATOR_TOKENS', '/operator/number-prices/reprice', { ...request, expected_count: 1 });
  const remove = () => send('OPERATOR_TOKENS', `/operator/number-prices/${id}`, { method: 'DELETE' });
  return { rule: { remove }, effectiveAt };
}
