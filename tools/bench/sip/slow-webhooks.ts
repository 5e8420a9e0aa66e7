import { Agent, createServer } from 'node:http';
import { CallLoad } from '../../sip/load/call-load';
import type { Lab } from '../../sip/run/lab';
import { Customer } from '../../sip/trunkline/customer';
import { type Comparison, percentile, underLimit } from '../measuring/measure';
import { post } from '../measuring/post';
import { probeDuring } from '../switch/probe';
import { CARRIER, inLab, type Office, officeOf, RINGING_MS_MAX } from './sip';

const WEBHOOKS = 20;
/** Just below the time after which a webhook is given up. */
const ANSWERS_AFTER_MS = 1_900;
/** So many calls begin each second that all webhooks are being asked at any time. */
const ASKED_PER_SECOND = 11;
const CALLS_PER_SECOND = 25;
const SECONDS = 30;
const HOLD_MS = 1_000;
/** The first webhooks are asked meanwhile. */
const LEAD_MS = 3_000;
const ROUTE_MS_MAX = 50;
const P99 = 0.99;

/** Measures calls of other customers while twenty webhook targets take almost two seconds each. */
export function benchSlowWebhooks(): Promise<Comparison[]> {
  return inLab(async (lab) => {
    const office = await officeOf(lab);
    const webhook = await startWebhook();
    try {
      const number = await numberOfWebhook(lab, webhook.url);
      print('before', await measure(lab, office));
      const asked = await loadOf(lab, number, ASKED_PER_SECOND, SECONDS + LEAD_MS / 1000);
      await new Promise((begun) => setTimeout(begun, LEAD_MS));
      const beside = await measure(lab, office);
      print(`beside up to ${webhook.most()} webhooks`, beside);
      await asked.ended;
      if (webhook.most() < WEBHOOKS) throw new Error(`At most ${webhook.most()} webhooks were asked at once.`);
      const name = `p99 beside ${WEBHOOKS} webhooks of ${ANSWERS_AFTER_MS / 1000} s`;
      return [
        underLimit(`POST /switch/route, ${name}`, 'ms', ROUTE_MS_MAX, beside.route),
        underLimit(`INVITE to 180, ${name}`, 'ms', RINGING_MS_MAX, beside.ringing),
      ];
    } finally {
      webhook.stop();
    }
  });
}

interface Latencies {
  readonly route: number;
  readonly ringing: number;
}

/** Returns the p99 of routes and of the way from INVITE to 180, in milliseconds. Throws unless every call is answered. */
async function measure(lab: Lab, office: Office): Promise<Latencies> {
  const calls = await loadOf(lab, office.number, CALLS_PER_SECOND, SECONDS);
  const routes = await routesUntil(lab, office, calls.ended);
  const { answered, ringingMs } = calls.result();
  const placed = CALLS_PER_SECOND * SECONDS;
  if (answered < placed) throw new Error(`${answered} of ${placed} calls were answered.`);
  return { route: percentile(routes, P99), ringing: percentile(ringingMs, P99) };
}

function print(when: string, { route, ringing }: Latencies): void {
  process.stderr.write(`p99 ${when}: route ${route.toFixed(0)} ms, INVITE to 180 ${ringing.toFixed(0)} ms\n`);
}

/** Starts a web application that is slow to reject each call, and counts how many requests it has had at once. */
async function startWebhook() {
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => (open -= 1));
    request.resume();
    setTimeout(() => response.end(JSON.stringify({ action: 'reject', code: 480 })), ANSWERS_AFTER_MS);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The webhook does not listen.');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${address.port}/calls`, most: () => most, stop };
}

async function numberOfWebhook({ stack }: Lab, url: string): Promise<string> {
  const customer = await Customer.create(stack);
  const profile = await customer.createProfile({ strategy: 'failover' }, [{ kind: 'webhook', webhook_url: url }]);
  return customer.buyNumber({ routing_profile_id: profile });
}

function loadOf({ bed, kamailio }: Lab, to: string, perSecond: number, seconds: number): Promise<CallLoad> {
  const calls = perSecond * seconds;
  return CallLoad.start(bed, { via: kamailio.address, to, host: CARRIER, calls, perSecond, holdMs: HOLD_MS });
}

/** Requests routes to the office at fixed times until `done`. Returns how long each took, in milliseconds. */
async function routesUntil({ stack }: Lab, { number: to }: Office, done: Promise<unknown>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization: `Bearer ${stack.switchToken}` };
  const url = `${stack.internalUrl}/switch/route`;
  const route = async (): Promise<void> => {
    const call = { switch_id: 'bench', call_id: `bench ${Math.random()}`, from: '+442079460000', to };
    const answer = await post({ url, agent, headers, type: 'application/json', body: JSON.stringify(call) });
    if (!answer.includes('"route"')) throw new Error(answer);
  };
  try {
    return await probeDuring(route, done);
  } finally {
    agent.destroy();
  }
}
