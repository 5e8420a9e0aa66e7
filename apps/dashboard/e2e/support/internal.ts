import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Token = 'OPERATOR_TOKENS' | 'SWITCH_TOKENS';

const secrets = JSON.parse(readFileSync(join(process.env['DATA_DIR'] ?? '', 'secrets.json'), 'utf8')) as Readonly<
  Record<Token, string>
>;

async function post(token: Token, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${process.env['INTERNAL_URL'] ?? ''}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secrets[token]}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
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
