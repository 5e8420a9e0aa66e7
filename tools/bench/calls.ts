import { ask, textAt } from '../tour/http';
import type { Stack } from '../tour/stack';
import { accountOf } from './stack/account';

const ROUTES_AT_ONCE = 16;

/** A stack, and a number of its account that calls are routed to. */
export interface Caller {
  readonly stack: Stack;
  readonly number: string;
}

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

function post(stack: Stack, path: string, body: object) {
  const headers = { authorization: `Bearer ${stack.switchToken}` };
  return ask('POST', `${stack.internalUrl}${path}`, { headers, body });
}

export async function route({
  stack,
  number,
}: Caller): Promise<{ readonly callId: string; readonly decisionId: string }> {
  const callId = `bench ${Math.random()}`;
  const call = { switch_id: 'bench', call_id: callId, from: '+442079460000', to: number, source_ip: '127.0.0.1' };
  const answer = await post(stack, '/switch/route', call);
  if (textAt(answer.body, 'action') !== 'route') throw new Error(JSON.stringify(answer.body));
  return { callId, decisionId: textAt(answer.body, 'decision_id') };
}

/** Routes calls. Returns their CDRs, of one minute each. */
export async function routeCalls(caller: Caller, count: number): Promise<object[]> {
  const rows: object[] = [];
  while (rows.length < count) {
    const calls = await Promise.all(Array.from({ length: ROUTES_AT_ONCE }, () => route(caller)));
    const startedAt = Math.floor(Date.now() / 1000);
    for (const { callId, decisionId } of calls) {
      const key = { switch_id: 'bench', call_id: callId, decision_id: decisionId };
      rows.push({ ...key, started_at: startedAt, answered_at: startedAt, ended_at: startedAt + 50, sip_code: 200 });
    }
  }
  return rows.slice(0, count);
}

/** Reports CDRs as the switch does. */
export async function report(stack: Stack, cdrs: readonly object[]): Promise<void> {
  const answer = await post(stack, '/switch/cdrs', { cdrs });
  const isRecorded = JSON.stringify(answer.body).split('"recorded"').length - 1 === cdrs.length;
  if (!isRecorded) throw new Error(`Not all calls were recorded: ${JSON.stringify(answer.body).slice(0, 500)}`);
}
