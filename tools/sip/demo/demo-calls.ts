import { at, type Json, listAt, numberAt, textAt } from '../../tour/http';
import { placeCall, type Caller, type Phone } from '../sipp/phone';
import type { Exchange } from '../switch/api-gate';
import { cdrOf } from '../trunkline/settled';
import { DESTINATION, type DemoSwitch } from './demo-switch';
import { Ladder } from './ladder';

const STRANGER = '+15559990000';
const HOLD_MS = 2_000;
/** Reports that tell nothing about a call. */
const SHOWN = ['/switch/route', '/switch/cdrs'];

/** What became of a call. */
export interface DemoCall {
  readonly decision: Json;
  readonly cdr: Json;
}

/** A caller of another network calls the number: the call comes from the carrier, and the registered phone rings. */
export function callIn(demo: DemoSwitch, print: (line: string) => void): Promise<DemoCall> {
  const host = demo.carrierAddress;
  const ladder = new Ladder(print, ['carrier', 'switch', 'phone']);
  return follow(demo, ladder, demo.phone, () =>
    placeCall(demo.bed, {
      via: demo.kamailio.address,
      to: demo.number,
      from: `${STRANGER}@${host}`,
      host,
      holdMs: HOLD_MS,
    }),
  );
}

/** The registered system calls London: it proves who it is by digest, and the call leaves over the carrier. */
export function callOut(demo: DemoSwitch, print: (line: string) => void): Promise<DemoCall> {
  const { user, password, domain } = demo.credentials;
  const from = `${demo.number}@${domain}`;
  const ladder = new Ladder(print, ['phone system', 'switch', 'carrier']);
  return follow(demo, ladder, demo.carrier, () =>
    placeCall(demo.bed, {
      via: demo.kamailio.address,
      to: DESTINATION,
      from,
      digest: { user, password },
      holdMs: HOLD_MS,
    }),
  );
}

async function follow(
  { gate, customer }: DemoSwitch,
  ladder: Ladder,
  callee: Phone,
  place: () => Promise<Caller>,
): Promise<DemoCall> {
  let decision: Json = {};
  gate.onExchange = (exchange) => {
    if (!SHOWN.includes(exchange.path)) return;
    ladder.add(`${exchange.path} ${summaryOf(exchange)}`);
    if (exchange.path === '/switch/route') decision = JSON.parse(exchange.answer) as Json;
  };
  const caller = await place();
  ladder.start(caller, callee);
  await caller.ended;
  const cdr = await cdrOf(customer, caller.callId);
  await ladder.stop();
  return { decision, cdr };
}

function summaryOf({ path, status, answer }: Exchange): string {
  const body = JSON.parse(answer) as Json;
  if (status !== 200) return `${status}`;
  if (path === '/switch/cdrs') return `→ ${textAt(body, 'outcomes.0.outcome')}`;
  const routes = listAt(body, 'routes').map((route) => textAt(route, 'dst_uri'));
  return `→ ${textAt(body, 'action')} ${routes.join(', ')}`;
}

/** Returns what to read about a call: its decision, its CDR and its price. */
export async function reportOf({ customer }: DemoSwitch, { decision, cdr }: DemoCall): Promise<string[]> {
  const attempts = listAt(cdr, 'attempts').map((each) => `${textAt(each, 'result')} ${String(at(each, 'sip_code'))}`);
  const cents = numberAt(cdr, 'customer_total_cents');
  const balance = (await customer.balanceCents()) / 100;
  return [
    `decision  ${textAt(decision, 'decision_id')}: ${textAt(decision, 'action')}, at most ${numberAt(decision, 'max_duration_s')} s`,
    `CDR       GET /v1/cdrs/${textAt(cdr, 'id')}: ${textAt(cdr, 'direction')}, ${textAt(cdr, 'hangup_cause')}, ` +
      `${numberAt(cdr, 'billable_duration_s')} s, attempts: ${attempts.join(', ')}`,
    `price     ${cents} ${cents === 1 ? 'cent' : 'cents'}, balance $${balance.toFixed(2)}`,
  ];
}
