import { until } from '../sip/bed/poll';
import { at, listAt, numberAt, textAt } from './http';
import { type Chapter, customer, internal, known, type Scene } from './scene';

const octet = (): number => 1 + Math.floor(Math.random() * 254);

export const makeTrunk: Chapter = {
  title: 'POST /sip-trunks with two gateways',
  play: async (scene) => {
    const gateways = [
      { name: 'first', host: '127.0.0.1', port: 5081, priority: 0 },
      { name: 'second', host: '127.0.0.1', port: 5082, priority: 1 },
    ];
    // A different address for each tour, because two accounts that claim one address would share it.
    const address = `127.${octet()}.${octet()}.${octet()}`;
    const reply = await customer(scene, 201, 'POST /sip-trunks', {
      name: `tour ${Date.now().toString(36)}`,
      inbound_cidrs: [address],
      gateways,
    });
    scene.found.set('trunk', textAt(reply.body, 'data.id')).set('address', address);
    return `${textAt(reply.body, 'data.id')}, ${listAt(reply.body, 'data.gateways').length} gateways`;
  },
};

export const makeProfile: Chapter = {
  title: 'POST /routing-profiles (failover)',
  play: async (scene) => {
    const targets = [{ kind: 'sip_trunk', sip_trunk_id: known(scene, 'trunk') }];
    const body = { name: `tour ${Date.now().toString(36)}`, strategy: 'failover', ring_timeout_s: 20, targets };
    const reply = await customer(scene, 201, 'POST /routing-profiles', body);
    scene.found.set('profile', textAt(reply.body, 'data.profile.id'));
    return `${textAt(reply.body, 'data.profile.id')}, ${listAt(reply.body, 'data.targets').length} target`;
  },
};

export const pointNumber: Chapter = {
  title: 'PATCH /numbers/{e164}/routing',
  play: async (scene) => {
    const body = { routing_profile_id: known(scene, 'profile') };
    const path = `/numbers/${known(scene, 'number').slice(1)}/routing`;
    const reply = await customer(scene, 200, `PATCH ${path}`, body);
    return `${textAt(reply.body, 'data.e164')} → ${textAt(reply.body, 'data.routing_profile_id')}`;
  },
};

export const route: Chapter = {
  title: 'A switch sends POST /switch/route',
  play: async (scene) => {
    const caller = { from: '+442079460000', source_ip: '127.0.0.1', source_port: 5060, transport: 'udp' };
    const callId = `tour-${Date.now().toString(36)}`;
    const body = { switch_id: 'tour', call_id: callId, to: known(scene, 'number'), ...caller };
    const reply = await internal(scene, scene.stack.switchToken, '/switch/route', body);
    if (textAt(reply.body, 'action') !== 'route') throw new Error(JSON.stringify(reply.body));
    scene.found.set('call', callId).set('decision', textAt(reply.body, 'decision_id'));
    const uris = listAt(reply.body, 'routes').map((each) => textAt(each, 'dst_uri'));
    if (uris.length !== 2) throw new Error(`Two gateways should be tried: ${uris.join(', ')}`);
    return `${uris.join(', then ')}, at most ${numberAt(reply.body, 'max_duration_s')} s`;
  },
};

export const report: Chapter = {
  title: 'The switch posts the CDR of 95 answered seconds',
  play: (scene) => reportCall(scene, 95),
};

async function reportCall(scene: Scene, seconds: number): Promise<string> {
  const ended = Math.floor(Date.now() / 1000);
  const times = { started_at: ended - seconds - 5, answered_at: ended - seconds, ended_at: ended };
  const ids = { switch_id: 'tour', call_id: known(scene, 'call'), decision_id: known(scene, 'decision') };
  const cdr = { ...ids, ...times, sip_code: 200, disconnected_by: 'caller' };
  const reply = await internal(scene, scene.stack.switchToken, '/switch/cdrs', { cdrs: [cdr] });
  if (textAt(reply.body, 'outcomes.0.outcome') !== 'recorded') throw new Error(JSON.stringify(reply.body));
  return JSON.stringify(reply.body);
}

export const readCdr: Chapter = {
  title: 'GET /cdrs',
  play: async (scene) => {
    const reply = await customer(scene, 200, `GET /cdrs?e164=${encodeURIComponent(known(scene, 'number'))}`);
    const [cdr] = listAt(reply.body, 'data.items');
    const cents = numberAt(cdr, 'customer_total_cents');
    if (cents <= 0) throw new Error('The call was not charged.');
    scene.found.set('cdr', textAt(cdr, 'id')).set('transaction', textAt(cdr, 'billing_transaction_id'));
    return `${textAt(cdr, 'id')} ${textAt(cdr, 'hangup_cause')}, ${numberAt(cdr, 'billable_duration_s')} s, ${cents} ${cents === 1 ? 'cent' : 'cents'}`;
  },
};

export const readTransaction: Chapter = {
  title: 'GET /billing/transactions/{id}',
  play: async (scene) => {
    const reply = await customer(scene, 200, `GET /billing/transactions/${known(scene, 'transaction')}`);
    const { body } = reply;
    if (at(body, 'data.related_id') !== known(scene, 'cdr'))
      throw new Error('The transaction is not the charge of the call.');
    return `${textAt(body, 'data.amount_display')}, balance after ${textAt(body, 'data.balance_after_display')}`;
  },
};

export const proveLedger: Chapter = {
  title: 'GET /operator/ledger/verify',
  play: async (scene) => {
    const reply = await internal(scene, scene.stack.operatorToken, '/operator/ledger/verify');
    const differences = listAt(reply.body, 'data.differences');
    if (differences.length > 0) throw new Error(JSON.stringify(differences));
    return 'every wallet recomputed from its postings, no difference';
  },
};

export const dashboard: Chapter = {
  title: 'GET /dashboard/summary',
  play: async (scene) => {
    const { body } = await customer(scene, 200, 'GET /dashboard/summary');
    if (numberAt(body, 'data.calls_today') !== 1) throw new Error('The call is not counted.');
    if (numberAt(body, 'data.active_numbers') !== 3) throw new Error('The numbers are not counted.');
    return `3 numbers, 1 call today, $${numberAt(body, 'data.balance_cents') / 100} left`;
  },
};

export const waitingEvent: Chapter = {
  title: 'GET /events?type=call.completed',
  play: async (scene) => {
    const event = await until('the event', async () => {
      const reply = await customer(scene, 200, 'GET /events?type=call.completed');
      return listAt(reply.body, 'data.items')[0] ?? null;
    });
    if (at(event, 'data.cdr_id') !== known(scene, 'cdr')) throw new Error('The event is not about this call.');
    return `${textAt(event, 'id')} can be sent to webhooks`;
  },
};

export const callOut: Chapter = {
  title: 'A switch sends POST /switch/route for an outbound call',
  play: async (scene) => {
    const callId = `tour-out-${Date.now().toString(36)}`;
    const source = { source_ip: known(scene, 'address'), source_port: 5060, transport: 'udp' };
    const call = { switch_id: 'tour', call_id: callId, from: known(scene, 'number'), to: '+442079460000' };
    const reply = await internal(scene, scene.stack.switchToken, '/switch/route', { ...call, ...source });
    if (textAt(reply.body, 'action') !== 'route') throw new Error(JSON.stringify(reply.body));
    scene.found.set('call', callId).set('decision', textAt(reply.body, 'decision_id'));
    const way = `${textAt(reply.body, 'routes.0.dst_uri')}, ${textAt(reply.body, 'routes.0.carrier_id')}`;
    return `${way}, at most ${numberAt(reply.body, 'max_duration_s')} s`;
  },
};

export const reportCallOut: Chapter = {
  title: 'The switch posts the CDR of 30 answered seconds',
  play: (scene) => reportCall(scene, 30),
};
