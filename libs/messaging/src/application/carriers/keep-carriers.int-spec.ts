import { setTimeout as pause } from 'node:timers/promises';
import { addSeconds } from '@trunkline/kernel';
import { eventually } from '@trunkline/platform/testing';
import { type CarrierWorld, carrierWorld } from '../../testing/carrier-world';
import { anOutboundMessage } from '../../testing/samples';

const OPERATOR = 'operator:test';
const CARRIER = { name: 'Aggregator', host: 'smpp.carrier.example', systemId: 'us' };
const MESSAGE = anOutboundMessage();

describe('KeepCarriers', () => {
  let world: CarrierWorld;
  const workers: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    world = await carrierWorld();
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.close()));
    world.protocol.openMax = 0;
    const { items } = await world.queries.list({ enabled: null, protocol: null }, PAGE);
    for (const { id } of items) await world.carriers.remove({ operator: OPERATOR, id });
  });
  afterAll(() => world.close());

  const worker = () => {
    const made = world.worker();
    workers.push(made);
    return made;
  };
  const aCarrier = async (given: object = {}) => (await world.carriers.create(OPERATOR, { ...CARRIER, ...given })).id;
  const idsOf = (held: readonly { readonly carrier: { readonly id: string } }[]) =>
    held.map(({ carrier }) => carrier.id);

  it('connects one of two workers to a carrier, with its opened password', async () => {
    const id = await aCarrier({ password: 's3cret' });
    const [a, b] = [worker(), worker()];
    const held = await Promise.all([a.keep(), b.keep(), a.keep(), b.keep()]);
    expect(held.map(idsOf).filter(({ length }) => length > 0)).toHaveLength(2);
    expect([...(await a.keep()), ...(await b.keep())]).toHaveLength(1);
    expect(world.protocol.to(id).map(({ carrier }) => carrier.password)).toEqual(['s3cret']);
  });

  it('gives a lapsed lease to one of many workers that race for it', async () => {
    const id = await aCarrier();
    const racers = Array.from({ length: 6 }, worker);
    for (let round = 0; round < 10; round += 1) {
      await world.loseLeases();
      const kept = await Promise.all(racers.map((each) => each.keep()));
      expect(kept.flat().map(({ carrier }) => carrier.id)).toEqual([id]);
    }
  });

  it('takes over from a killed worker within ten seconds, which submits nothing more by then', async () => {
    const id = await aCarrier();
    // Its next renewal never comes.
    const killed = world.worker();
    const [held] = await killed.keep();
    const killedAt = performance.now();
    const next = worker();
    await eventually(async () => expect(idsOf(await next.keep())).toEqual([id]), 10_000);
    expect(performance.now() - killedAt).toBeLessThan(10_000);
    expect(await held!.link.submit(MESSAGE)).toEqual({ kind: 'unreachable' });
    expect([world.protocol.openMax, world.protocol.to(id).length]).toEqual([1, 1]);
  }, 15_000);

  it('keeps the links to others while the password of a carrier cannot be opened, and shows why', async () => {
    const id = await aCarrier({ password: 's3cret' });
    const other = await aCarrier({ name: 'Other', password: 's3cret' });
    await world.db.query(`UPDATE messaging.carriers SET password_sealed = 'k0.AAAA' WHERE id = $1`, [id]);
    const only = worker();
    expect(idsOf(await only.keep())).toEqual([other]);
    // The state is stored with the next renewal.
    expect(idsOf(await only.keep())).toEqual([other]);
    expect(await world.queries.status(id)).toMatchObject({
      lastError: expect.stringContaining('The password cannot be opened') as string,
    });
  });

  it('drops a carrier whose lease another worker has taken', async () => {
    const id = await aCarrier();
    const [a, b] = [worker(), worker()];
    const [held] = await a.keep();
    await world.loseLeases();
    expect(idsOf(await b.keep())).toEqual([id]);
    expect(await a.keep()).toEqual([]);
    expect(await held!.link.submit(MESSAGE)).toEqual({ kind: 'unreachable' });
  });

  it('leaves its carriers to others at once when it stops', async () => {
    const id = await aCarrier();
    const [a, b] = [world.worker(), worker()];
    await a.keep();
    await a.close();
    expect(await a.keep()).toEqual([]);
    expect(idsOf(await b.keep())).toEqual([id]);
  });

  it('connects anew when the operator changes a carrier, after the old link is closed', async () => {
    const id = await aCarrier();
    const only = worker();
    const [before] = await only.keep();
    let end: () => void = () => undefined;
    world.protocol.closing = () => new Promise<void>((resolve) => (end = resolve));
    world.clock.advance(1);
    await world.carriers.update({ operator: OPERATOR, id }, { port: 2776 });
    expect(await only.keep()).toEqual([]);
    world.protocol.closing = () => Promise.resolve();
    end();
    await pause(1);
    const [after] = await only.keep();
    expect(after?.carrier.port).toBe(2776);
    expect(after?.lease).not.toBe(before?.lease);
    expect(world.protocol.to(id)).toHaveLength(1);
  });

  it('submits nothing in the first second after another link, of this worker or another, but at once over the first', async () => {
    const id = await aCarrier();
    const [a, b] = [world.worker(), worker()];
    const submitsAfter = async (begun: number, held: Awaited<ReturnType<typeof a.keep>>) => {
      await held[0]!.link.submit(MESSAGE);
      return performance.now() - begun;
    };
    const first = await a.keep();
    expect(await submitsAfter(performance.now(), first)).toBeLessThan(500);
    world.clock.advance(1);
    await world.carriers.update({ operator: OPERATOR, id }, { port: 2776 });
    const changedAt = performance.now();
    await a.keep();
    await pause(1);
    expect(await submitsAfter(changedAt, await a.keep())).toBeGreaterThanOrEqual(1000);
    const stoppedAt = performance.now();
    await a.close();
    expect(await submitsAfter(stoppedAt, await b.keep())).toBeGreaterThanOrEqual(1000);
  });

  it('closes the links of disabled and deleted carriers, and opens those of new ones', async () => {
    const [disabled, deleted] = [await aCarrier(), await aCarrier()];
    const only = worker();
    expect(idsOf(await only.keep()).sort()).toEqual([disabled, deleted].sort());
    await world.carriers.update({ operator: OPERATOR, id: disabled }, { enabled: false });
    await world.carriers.remove({ operator: OPERATOR, id: deleted });
    const added = await aCarrier();
    expect(idsOf(await only.keep())).toEqual([added]);
    expect([...world.protocol.to(disabled), ...world.protocol.to(deleted)]).toEqual([]);
    await world.carriers.update({ operator: OPERATOR, id: disabled }, { enabled: true });
    await eventually(async () => expect(idsOf(await only.keep()).sort()).toEqual([added, disabled].sort()));
  });

  it.each(['disabled', 'deleted'])(
    'renews the lease of a %s carrier until its link has ended, then releases it',
    async (end) => {
      const id = await aCarrier();
      const [only, other] = [worker(), worker()];
      await only.keep();
      let finish: () => void = () => undefined;
      const finished = new Promise<void>((resolve) => (finish = resolve));
      world.protocol.closing = () => finished;
      if (end === 'deleted') await world.carriers.remove({ operator: OPERATOR, id });
      else await world.carriers.update({ operator: OPERATOR, id }, { enabled: false });
      expect(await only.keep()).toEqual([]);
      await only.keep();
      expect(world.protocol.to(id).map(({ ends }) => ends)).toEqual([['drain']]);
      const held = () =>
        world.db.query(`SELECT FROM messaging.carrier_links WHERE carrier_id = $1 AND expires_at > clock_timestamp()`, [
          id,
        ]);
      expect(await held()).toHaveLength(end === 'deleted' ? 0 : 1);
      expect(await other.keep()).toEqual([]);
      finish();
      world.protocol.closing = () => Promise.resolve();
      await eventually(async () => {
        await only.keep();
        expect(await held()).toEqual([]);
      });
      expect(world.protocol.to(id)).toEqual([]);
    },
  );

  it('sends no further part over a link that is ending when its lease is lost', async () => {
    const id = await aCarrier();
    const [only, other] = [worker(), worker()];
    await only.keep();
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    world.protocol.closing = () => finished;
    await world.carriers.update({ operator: OPERATOR, id }, { enabled: false });
    await only.keep();
    await world.carriers.update({ operator: OPERATOR, id }, { enabled: true });
    await world.loseLeases();
    const [link] = world.protocol.to(id);
    expect(idsOf(await other.keep())).toEqual([id]);
    await only.keep();
    expect(link?.ends).toEqual(['drain', 'lost']);
    finish();
  });

  it('reports the state of its links, what waits, and the refusals', async () => {
    const id = await aCarrier();
    expect(await world.queries.status(id)).toMatchObject({
      health: 'down',
      connected: false,
      reportedAt: null,
      queued: 0,
    });
    const only = worker();
    const [held] = await only.keep();
    await held!.link.submit(MESSAGE);
    const [link] = world.protocol.to(id);
    link!.outcome = { kind: 'refused', code: 'ESME_RSUBMITFAIL', errorCode: 'carrier_refused' };
    await held!.link.submit(MESSAGE);
    await held!.link.submit(MESSAGE);
    await only.keep();
    const shown = { health: 'up', connected: true, lagMs: 7, inFlight: 2, accepted: 1, refused: 2 };
    expect(await world.queries.status(id)).toMatchObject(shown);
    expect(await world.queries.get(id)).toMatchObject({ health: 'up', connected: true });
    const range = { from: addSeconds(world.clock.now(), -3600), to: addSeconds(world.clock.now(), 1) };
    const { items } = await world.queries.refusals(id, range, { ...PAGE, sort: 'count', order: 'desc' });
    expect(items).toMatchObject([
      { prefix: '+49151', code: 'ESME_RSUBMITFAIL', errorCode: 'carrier_refused', count: 2 },
    ]);
  });
});

const PAGE = { limit: 100, sort: 'created_at', order: 'asc', after: null } as const;
