import { randomInt } from 'node:crypto';
import { Agent } from 'node:http';
import { ask, textAt } from '../../tour/http';
import type { Stack } from '../../tour/stack';
import { post } from '../measuring/post';
import { accountOf } from '../stack/account';

const ROUTES_AT_ONCE = 16;
const SECONDS = 50;
export const CALLER = '+442079460000';
const agent = new Agent({ keepAlive: true });

/** Creates a number of a verified postpaid account, so that neither money nor concurrency limits interfere. */
export async function orderNumber(stack: Stack): Promise<string> {
  const { accountId, apiKey } = accountOf(stack);
  const headers = { authorization: `Bearer ${apiKey}` };
  const terms = { tier: 'verified', billing_mode: 'postpaid', max_concurrent_calls: 100_000 };
  await ask('PATCH', `${stack.internalUrl}/operator/accounts/${accountId}`, {
    headers: { authorization: `Bearer ${stack.operatorToken}` },
    body: terms,
  });
  const gateways = [{ name: 'first', host: '127.0.0.1', port: 5081 }];
  const trunk = await ask('POST', `${stack.rootUrl}/v1/sip-trunks`, { headers, body: { name: 'Bench', gateways } });
  const order = { country: 'US', type: 'geographic', trunk_id: textAt(trunk.body, 'data.id') };
  const bought = await ask('POST', `${stack.rootUrl}/v1/numbers`, { headers, body: order });
  return textAt(bought.body, 'data.number.e164');
}

/** Where routes of calls are requested: a stack, or a floor. */
export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function routesOf({ internalUrl, switchToken }: Stack): Target {
  return { url: `${internalUrl}/switch/route`, headers: { authorization: `Bearer ${switchToken}` } };
}

/** Requests the route of a call to one of the numbers. Rejects unless the call is routed. */
export async function call(
  { url, headers }: Target,
  numbers: readonly string[],
  connections = agent,
): Promise<{ readonly call_id: string; readonly decision_id: string }> {
  const callId = `bench ${Math.random()}`;
  const to = numbers[randomInt(numbers.length)];
  const request = { switch_id: 'bench', call_id: callId, from: CALLER, to, source_ip: '127.0.0.1' };
  const body = JSON.stringify(request);
  const text = await post({ url, agent: connections, headers, type: 'application/json', body });
  const answer = JSON.parse(text) as { readonly action: string; readonly decision_id: string };
  if (answer.action !== 'route') throw new Error(text);
  return { call_id: callId, decision_id: answer.decision_id };
}

/** Routes calls to a number. Returns their CDRs, of one minute each. */
export async function routeCalls(stack: Stack, number: string, count: number): Promise<object[]> {
  const rows: object[] = [];
  while (rows.length < count) {
    const calls = await Promise.all(Array.from({ length: ROUTES_AT_ONCE }, () => call(routesOf(stack), [number])));
    const startedAt = Math.floor(Date.now() / 1000);
    const times = { started_at: startedAt, answered_at: startedAt, ended_at: startedAt + SECONDS };
    rows.push(...calls.map((each) => ({ switch_id: 'bench', ...each, ...times, sip_code: 200 })));
  }
  return rows.slice(0, count);
}

/** Reports CDRs as the switch does. */
export async function report({ internalUrl, switchToken }: Stack, cdrs: readonly object[]): Promise<void> {
  const headers = { authorization: `Bearer ${switchToken}` };
  const { body } = await ask('POST', `${internalUrl}/switch/cdrs`, { headers, body: { cdrs } });
  const isRecorded = JSON.stringify(body).split('"recorded"').length - 1 === cdrs.length;
  if (!isRecorded) throw new Error(`Not all calls were recorded: ${JSON.stringify(body).slice(0, 500)}`);
}
