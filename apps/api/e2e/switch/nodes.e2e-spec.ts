import { Database } from '@trunkline/platform';
import { startApi, SWITCH_TOKEN, type TestApi } from '../support';
import { type Row } from '../support/numbering/shopping';
import { jsonOf, Telephony } from '../support/telephony';

const OWN_TOKEN = 'the-token-of-switch-eight';
const now = () => Math.floor(Date.now() / 1000);

let api: TestApi;
let telephony: Telephony;
beforeAll(async () => {
  api = await startApi({ SWITCH_TOKENS: `${SWITCH_TOKEN},sw8=${OWN_TOKEN}` });
  telephony = await Telephony.make(api, 100_000);
});
afterAll(() => api.stop());

const send = async (body: unknown) => {
  const answer = await api.switch('/switch/events', body);
  return { status: answer.status, json: jsonOf(answer) };
};
const statusOf = async (call: Row): Promise<string> => {
  const [row] = await api
    .use(Database)
    .query<{ status: string }>(`SELECT status FROM voice.calls WHERE decision_id = $1`, [call['decision_id']]);
  return String(row?.status);
};
/** Makes the calls of a switch a minute old, so that a heartbeat may end them. */
const age = (switchId: string) =>
  api
    .use(Database)
    .query(`UPDATE voice.calls SET started_at = started_at - interval '60 seconds' WHERE switch_id = $1`, [switchId]);
const beat = (switchId: string, node: string | null, calls: readonly Row[], given: Row = {}) =>
  send({
    switch_id: switchId,
    ...(node !== null && { node }),
    event: 'heartbeat',
    boot_id: `boot of ${node}`,
    active_calls: calls.map((call) => call['decision_id']),
    ...given,
  });

describe('the processes of a switch', () => {
  const callsOf = async (switchId: string) => {
    const [a, b] = [
      await telephony.route({ switch_id: switchId, node: 'a', extends: true }),
      await telephony.route({ switch_id: switchId, node: 'b', extends: true }),
    ];
    await age(switchId);
    return [a, b] as const;
  };

  it('end their own calls with their heartbeats', async () => {
    const [a, b] = await callsOf('sw-pair');
    await beat('sw-pair', 'a', []);
    expect([await statusOf(a), await statusOf(b)]).toEqual(['completed', 'routing']);
    await beat('sw-pair', 'b', [b]);
    expect(await statusOf(b)).toBe('routing');
  });

  it('do not count as restarted when another one has another boot_id', async () => {
    const [a, b] = await callsOf('sw-boots');
    await beat('sw-boots', 'a', [a]);
    await beat('sw-boots', 'b', [b]);
    await beat('sw-boots', 'a', [a]);
    expect([await statusOf(a), await statusOf(b)]).toEqual(['routing', 'routing']);
    await beat('sw-boots', 'b', [], { boot_id: 'another' });
    expect([await statusOf(a), await statusOf(b)]).toEqual(['routing', 'completed']);
  });

  it('extend their own calls alone', async () => {
    const [a, b] = await callsOf('sw-slices');
    const runOut = `UPDATE voice.calls SET billable_from = now() - interval '400 seconds' WHERE switch_id = $1`;
    await api.use(Database).query(runOut, ['sw-slices']);
    const { json } = await beat('sw-slices', 'a', [a, b]);
    expect(json['extend']).toEqual([{ decision_id: a['decision_id'], max_duration_s: 1800 }]);
  });

  it('are silent each by itself', async () => {
    const [a, b] = await callsOf('sw-silent');
    await beat('sw-silent', 'a', [a]);
    await beat('sw-silent', 'b', [b]);
    const silence = `UPDATE voice.switch_nodes SET last_heartbeat_at = now() - interval '91 seconds'
      WHERE switch_id = 'sw-silent' AND node = 'a'`;
    await api.use(Database).query(silence);
    await api.use(Database).query(`UPDATE voice.api_uptime SET up_since = now() - interval '1 hour', beat_at = now()`);
    const listed = await api.operator('GET', '/operator/calls?switch_id=sw-silent');
    const silent = (listed.body.data as { items: Row[] }).items.map((call) => [call['node'], call['switch_silent']]);
    expect(silent.sort()).toEqual([
      ['a', true],
      ['b', false],
    ]);
  });

  it('report the events and the CDR of each other, because a pair shares its queue', async () => {
    const call = await telephony.route({ switch_id: 'sw-queue', node: 'a' });
    await send({ switch_id: 'sw-queue', node: 'b', event: 'ringing', decision_id: call['decision_id'] });
    expect(await statusOf(call)).toBe('ringing');
    expect(await telephony.report({ ...telephony.rowOf(call), node: 'b' })).toMatchObject([{ outcome: 'recorded' }]);
  });

  it('may be one without a name', async () => {
    const call = await telephony.route({ switch_id: 'sw-plain' });
    await age('sw-plain');
    await beat('sw-plain', 'a', []);
    expect(await statusOf(call)).toBe('routing');
    await beat('sw-plain', null, []);
    expect(await statusOf(call)).toBe('completed');
  });

  it('have names of at most 64 characters', async () => {
    const fields = { node: 'must be text of 1 to 64 characters without control characters' };
    expect((await beat('sw-names', 'n'.repeat(64), [])).status).toBe(200);
    expect(await beat('sw-names', 'n'.repeat(65), [])).toMatchObject({ status: 422, json: { error: { fields } } });
  });
});

describe('a heartbeat with a count', () => {
  it('ends nothing when its list has another length, also after a restart', async () => {
    const call = await telephony.route({ switch_id: 'sw-count' });
    await age('sw-count');
    await beat('sw-count', null, [call], { count: 1, boot_id: 'first' });
    await beat('sw-count', null, [], { count: 1, boot_id: 'second' });
    expect(await statusOf(call)).toBe('routing');
    await beat('sw-count', null, [], { count: 0, boot_id: 'second' });
    expect(await statusOf(call)).toBe('completed');
  });

  it('counts the calls of all its parts, each part once', async () => {
    const [a, b, gone] = [
      await telephony.route({ switch_id: 'sw-parts' }),
      await telephony.route({ switch_id: 'sw-parts' }),
      await telephony.route({ switch_id: 'sw-parts' }),
    ];
    await age('sw-parts');
    const send = async (at: number, count: number) => {
      await beat('sw-parts', null, [a], { at, part: 1, parts: 2, count });
      await beat('sw-parts', null, [a], { at, part: 1, parts: 2, count });
      await beat('sw-parts', null, [b], { at, part: 2, parts: 2, count });
    };
    await send(now() - 2, 3);
    expect(await statusOf(gone)).toBe('routing');
    await send(now() - 1, 2);
    expect(await Promise.all([a, b, gone].map(statusOf))).toEqual(['routing', 'routing', 'completed']);
  });
});

describe('events in a batch', () => {
  it('have an outcome each, and an invalid one does not fail the others', async () => {
    const [first, second] = [
      await telephony.route({ switch_id: 'sw-batch' }),
      await telephony.route({ switch_id: 'sw-batch' }),
    ];
    const of = (event: string, call: Row, given: Row = {}) => ({ event, decision_id: call['decision_id'], ...given });
    const events = [
      of('ringing', first),
      { event: 'exploded', decision_id: 'x' },
      null,
      of('ended', second, { sip_code: 486 }),
      of('answered', first),
      of('ringing', second),
      of('ringing', { decision_id: 'rd_unknown' }),
      { event: 'heartbeat', boot_id: 'b', active_calls: [first['decision_id']] },
    ];
    const { status, json } = await send({ switch_id: 'sw-batch', events });
    expect([status, json]).toEqual([
      200,
      {
        outcomes: [
          { outcome: 'accepted' },
          {
            outcome: 'error',
            error: expect.objectContaining({ code: 'invalid_input', fields: { event: expect.any(String) } }),
          },
          { outcome: 'error', error: expect.objectContaining({ fields: { body: 'must be an object' } }) },
          { outcome: 'accepted' },
          { outcome: 'accepted' },
          { outcome: 'accepted' },
          { outcome: 'accepted' },
          { outcome: 'accepted', extend: [], now: expect.any(Number) },
        ],
      },
    ]);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['in_progress', 'completed']);
  });

  it('may be a thousand', async () => {
    const calls = await Promise.all(Array.from({ length: 5 }, () => telephony.route({ switch_id: 'sw-thousand' })));
    const events = Array.from({ length: 1_000 }, (_, n) => ({
      event: n < 500 ? 'ringing' : 'answered',
      decision_id: calls[n % calls.length]?.['decision_id'],
    }));
    const { status, json } = await send({ switch_id: 'sw-thousand', events });
    expect([status, (json['outcomes'] as Row[]).length]).toEqual([200, 1_000]);
    expect(await Promise.all(calls.map(statusOf))).toEqual(Array(5).fill('in_progress'));
  });

  it.each([[[]], [Array.from({ length: 1_001 }, () => ({}))], ['none']])(
    'are rejected with 422 unless they are a list of 1 to 1000',
    async (events) => {
      const { status, json } = await send({ switch_id: 'sw-batch', events });
      expect([status, (json['error'] as Row)['fields']]).toEqual([422, { events: 'must be a list of 1 to 1000' }]);
    },
  );

  it('are rejected with 403 when one is of another switch than the token', async () => {
    const events = [{ switch_id: 'other', event: 'ringing', decision_id: 'x' }];
    expect((await api.switch('/switch/events', { events }, OWN_TOKEN)).status).toBe(403);
    const own = [{ event: 'ringing', decision_id: 'x' }];
    expect((await api.switch('/switch/events', { events: own }, OWN_TOKEN)).status).toBe(200);
  });
});

describe('the attempts of an event', () => {
  const attemptsOf = async (call: Row) => {
    const [row] = await api.use(Database).query<{
      attempts: Row[] | null;
    }>(`SELECT attempts FROM voice.calls WHERE decision_id = $1`, [call['decision_id']]);
    return row?.attempts?.map(({ address, sipCode }) => [address, sipCode]);
  };

  it('are those made so far: a late list that is shorter changes nothing, and what cannot be read is dropped', async () => {
    const call = await telephony.route({ switch_id: 'sw-attempts' });
    const ring = (attempts: unknown) =>
      send({ switch_id: 'sw-attempts', event: 'ringing', decision_id: call['decision_id'], attempts });
    expect((await ring([{ address: 'one', sip_code: 180 }])).status).toBe(200);
    expect(await attemptsOf(call)).toEqual([['one', 180]]);
    await ring([{ address: 'one', sip_code: 503 }, { address: 'two\u0000', sip_code: 'odd' }, 'odd']);
    await ring([{ address: 'one', sip_code: 180 }]);
    await ring('odd');
    await ring(undefined);
    expect(await attemptsOf(call)).toEqual([
      ['one', 503],
      [null, null],
    ]);
  });
});
