import { newId } from '@trunkline/kernel';
import { eventually, OwnerConnection } from '@trunkline/platform/testing';
import type { FeedPage } from '../../application/peer-feeds';
import { type PostgresWorld, postgresWorld } from '../../testing/postgres-world';
import { StoredSourceNetworks } from '../source-networks';
import { StoredPeerFeeds } from './peer-feeds';

const PAGE = 5_000;
const accountId = 'acc_1';
const operator = 'operator:test';

describe('StoredPeerFeeds', () => {
  let world: PostgresWorld;
  let feeds: StoredPeerFeeds;
  let owner: OwnerConnection;

  beforeEach(async () => {
    world = await postgresWorld();
    feeds = new StoredPeerFeeds(world.db);
    owner = await OwnerConnection.open(world.url);
  });
  afterEach(async () => {
    await owner.end();
    await world.close();
  });

  const aTrunk = async (options: object = {}, ...hosts: string[]) => {
    const gateways = hosts.map((host) => ({ name: host, host }));
    const request = { accountId, operationId: newId('op'), options: { name: newId('op'), ...options }, gateways };
    const { trunk, gateways: made } = await world.createSipTrunk.create(request);
    return { trunkId: trunk.id, gatewayIds: made.map(({ id }) => id) };
  };
  const aCarrier = async (options: object = {}) =>
    (await world.carriers.create(operator, { name: 'Transit', host: 'carrier.example.net', ...options })).id;
  /** Cursors name the oldest transaction that runs, in any database of the server: those of other tests repeat earlier changes. */
  const overtaken = async () => {
    const last = (await world.db.find<{ id: string }>(`SELECT pg_current_xact_id()::text AS id`))!.id;
    await eventually(async () => {
      const oldest = `SELECT pg_snapshot_xmin(pg_current_snapshot()) > $1::text::xid8 AS "isLater"`;
      expect((await world.db.find<{ isLater: boolean }>(oldest, [last]))?.isLater).toBe(true);
    });
  };
  const all = async () => {
    await overtaken();
    return (await feeds.gateways(null, PAGE)).next;
  };
  const probed = ({ items }: Awaited<ReturnType<typeof feeds.gateways>>) =>
    items.map(({ owner: named, target }) => [Object.values(named)[0] as string, target?.uri ?? null]);
  const since = async (cursor: string) => probed(await feeds.gateways(cursor, PAGE));
  const sourcesOf = ({ items }: Awaited<ReturnType<typeof feeds.sources>>) =>
    items.map(({ owner: named, network, isRemoved }) => [Object.values(named)[0] as string, network, isRemoved]);

  /** Reads to the end, in pages of two. */
  const walk = async <T>(read: (cursor: string | null) => Promise<FeedPage<T>>, from: string | null = null) => {
    const pages = [await read(from)];
    while (pages.at(-1)!.hasMore) pages.push(await read(pages.at(-1)!.next));
    return { pages, items: pages.flatMap(({ items }) => items), next: pages.at(-1)!.next };
  };

  describe('gateways', () => {
    it('lists enabled carriers and enabled gateways of active trunks', async () => {
      const carrierId = await aCarrier({ transport: 'tls', dnsSrv: true });
      await aCarrier({ enabled: false });
      const { trunkId, gatewayIds } = await aTrunk({}, 'a.example.com', 'b.example.com');
      await world.sipGateways.update({ accountId, trunkId, gatewayId: gatewayIds[1]! }, { enabled: false });
      const disabled = await aTrunk({}, 'c.example.com');
      await world.sipTrunks.update(accountId, disabled.trunkId, { status: 'disabled' });
      const page = await feeds.gateways(null, PAGE);
      expect(page).toMatchObject({ isReset: true, hasMore: false });
      expect(page.items).toEqual([
        { owner: { carrierId }, target: { uri: 'sip:carrier.example.net;transport=tls', transport: 'tls' } },
        { owner: { gatewayId: gatewayIds[0] }, target: { uri: 'sip:a.example.com:5060', transport: 'udp' } },
      ]);
    });

    it('returns nothing while nothing changes, and no full list', async () => {
      await aTrunk({}, 'a.example.com');
      const page = await feeds.gateways(await all(), PAGE);
      expect(page).toMatchObject({ items: [], hasMore: false, isReset: false });
    });

    it('returns what was added, changed, disabled, enabled and removed since', async () => {
      const { trunkId, gatewayIds } = await aTrunk({}, 'a.example.com', 'b.example.com');
      const [a, b] = gatewayIds as [string, string];
      const carrierId = await aCarrier();
      const changed = async (change: () => Promise<unknown>) => {
        const cursor = await all();
        await change();
        return since(cursor);
      };
      const gateway = (gatewayId: string) => ({ accountId, trunkId, gatewayId });
      const update = (gatewayId: string, change: object) => () => world.sipGateways.update(gateway(gatewayId), change);
      expect(await changed(update(a, { port: 5070 }))).toEqual([[a, 'sip:a.example.com:5070']]);
      expect(await changed(update(a, { weight: 3 }))).toEqual([]);
      expect(await changed(update(a, { enabled: false }))).toEqual([[a, null]]);
      expect(await changed(update(a, { enabled: true }))).toEqual([[a, 'sip:a.example.com:5070']]);
      expect(await changed(() => world.sipTrunks.update(accountId, trunkId, { status: 'disabled' }))).toEqual(
        [a, b].sort().map((id) => [id, null]),
      );
      await world.sipTrunks.update(accountId, trunkId, { status: 'active' });
      expect(await changed(() => world.sipGateways.remove(gateway(b)))).toEqual([[b, null]]);
      expect(await changed(() => world.carriers.update({ operator, id: carrierId }, { host: '192.0.2.1' }))).toEqual([
        [carrierId, 'sip:192.0.2.1:5060'],
      ]);
      expect(await changed(() => world.carriers.remove({ operator, id: carrierId }))).toEqual([[carrierId, null]]);
      expect(await changed(() => world.sipTrunks.archive({ accountId, id: trunkId, isForced: true }))).toEqual([
        [a, null],
      ]);
    });

    it('returns a change that commits after later ones were read', async () => {
      const { gatewayIds } = await aTrunk({}, 'a.example.com', 'b.example.com');
      const [late, soon] = gatewayIds as [string, string];
      const cursor = await all();
      await owner.query('BEGIN');
      await owner.query(`UPDATE voice.sip_gateways SET host = 'late.example.com' WHERE id = $1`, [late]);
      await world.db.query(`UPDATE voice.sip_gateways SET host = 'soon.example.com' WHERE id = $1`, [soon]);
      const first = await feeds.gateways(cursor, PAGE);
      expect(probed(first)).toEqual([[soon, 'sip:soon.example.com:5060']]);
      await owner.query('COMMIT');
      expect(await since(first.next)).toContainEqual([late, 'sip:late.example.com:5060']);
    });

    it('returns a change that commits while the full list is read', async () => {
      const { gatewayIds } = await aTrunk({}, 'a.example.com');
      await owner.query('BEGIN');
      await owner.query(`UPDATE voice.sip_gateways SET enabled = false WHERE id = $1`, [gatewayIds[0]]);
      const list = await feeds.gateways(null, PAGE);
      expect(probed(list)).toEqual([[gatewayIds[0], 'sip:a.example.com:5060']]);
      await owner.query('COMMIT');
      expect(await since(list.next)).toEqual([[gatewayIds[0], null]]);
    });

    it('walks lists and changes in pages, and then returns what changed meanwhile', async () => {
      const hosts = Array.from({ length: 5 }, (_, index) => `g${index}.example.com`);
      const { trunkId, gatewayIds } = await aTrunk({}, ...hosts);
      const two = (cursor: string | null) => feeds.gateways(cursor, 2);
      const list = await walk(two);
      expect(list.pages.map(({ items, isReset }) => [items.length, isReset])).toEqual([
        [2, true],
        [2, false],
        [1, false],
      ]);
      for (const gatewayId of gatewayIds)
        await world.sipGateways.update({ accountId, trunkId, gatewayId }, { port: 5070 });
      let isLate = false;
      const changes = await walk(async (cursor) => {
        const page = await two(cursor);
        if (!isLate) await world.sipGateways.remove({ accountId, trunkId, gatewayId: gatewayIds[0]! });
        isLate = true;
        return page;
      }, list.next);
      expect(new Set(changes.items.map(({ owner: named }) => Object.values(named)[0] as string))).toEqual(
        new Set(gatewayIds),
      );
      expect(changes.pages.every(({ isReset }) => !isReset)).toBe(true);
      expect(await since(changes.next)).toContainEqual([gatewayIds[0], null]);
    });

    it('begins the full list for cursors that are unknown, of another database or forgotten', async () => {
      const { gatewayIds } = await aTrunk({}, 'a.example.com');
      const cursor = await all();
      const ahead = Buffer.from(`changes//${'9'.repeat(15)}/`).toString('base64url');
      for (const odd of ['', 'nonsense', '~', ahead]) {
        const page = await feeds.gateways(odd, PAGE);
        expect([odd, page.isReset, page.items.length]).toEqual([odd, true, 1]);
      }
      await owner.query(`UPDATE voice.probe_changes SET changed_at = now() - interval '6 days'`);
      expect(await feeds.prune()).toBe(0);
      expect((await feeds.gateways(cursor, PAGE)).isReset).toBe(false);
      await world.db.query(`UPDATE voice.sip_gateways SET port = 5080 WHERE id = $1`, [gatewayIds[0]]);
      await overtaken();
      await owner.query(`UPDATE voice.probe_changes SET changed_at = now() - interval '8 days'`);
      expect(await feeds.prune()).toBe(1);
      const page = await feeds.gateways(cursor, PAGE);
      expect([page.isReset, probed(page)]).toEqual([true, [[gatewayIds[0], 'sip:a.example.com:5080']]]);
      expect((await feeds.gateways(page.next, PAGE)).isReset).toBe(false);
    });
  });

  describe('sources', () => {
    it('lists the networks of enabled carriers and active trunks, except rejected ones', async () => {
      const carrierId = await aCarrier({ sourceNetworks: ['198.51.100.0/24', '2001:db8::/48'] });
      await aCarrier({ sourceNetworks: ['192.0.2.0/24'], enabled: false });
      const { trunkId } = await aTrunk({ inboundCidrs: ['203.0.113.5', '203.0.113.6'] });
      const disabled = await aTrunk({ inboundCidrs: ['203.0.113.7'] });
      await world.sipTrunks.update(accountId, disabled.trunkId, { status: 'disabled' });
      const claims = await world.db.query<{ id: string }>(
        `SELECT id FROM voice.trunk_sources WHERE network = '203.0.113.6/32'`,
      );
      await new StoredSourceNetworks(world.db).reject(claims[0]!.id, new Date());
      const page = await feeds.sources(null, PAGE);
      expect(page.isReset).toBe(true);
      expect(sourcesOf(page)).toEqual([
        [carrierId, '198.51.100.0/24', false],
        [carrierId, '2001:db8::/48', false],
        [trunkId, '203.0.113.5/32', false],
      ]);
      expect(page.items[2]).toEqual({ owner: { trunkId }, network: '203.0.113.5/32', isRemoved: false });
    });

    it('returns the networks that were added and removed since, in pages', async () => {
      const { trunkId } = await aTrunk({ inboundCidrs: ['203.0.113.5', '203.0.113.6'] });
      const carrierId = await aCarrier({ sourceNetworks: ['198.51.100.0/24'] });
      await overtaken();
      let cursor = (await feeds.sources(null, PAGE)).next;
      const changes = async () => {
        await overtaken();
        const walked = await walk((from) => feeds.sources(from, 1), cursor);
        cursor = walked.next;
        return walked.items.map(({ network, isRemoved }) => [network, isRemoved]);
      };
      await world.sipTrunks.update(accountId, trunkId, { inboundCidrs: ['203.0.113.6', '203.0.113.8'] });
      expect(await changes()).toEqual([
        ['203.0.113.5/32', true],
        ['203.0.113.8/32', false],
      ]);
      await world.sipTrunks.update(accountId, trunkId, { status: 'disabled' });
      expect(await changes()).toEqual([
        ['203.0.113.6/32', true],
        ['203.0.113.8/32', true],
      ]);
      await world.carriers.update({ operator, id: carrierId }, { enabled: false });
      expect(await changes()).toEqual([['198.51.100.0/24', true]]);
      await world.carriers.update({ operator, id: carrierId }, { enabled: true, sourceNetworks: ['192.0.2.1'] });
      expect(await changes()).toEqual([
        ['192.0.2.1/32', false],
        ['198.51.100.0/24', true],
      ]);
      await world.carriers.remove({ operator, id: carrierId });
      expect(await changes()).toEqual([['192.0.2.1/32', true]]);
    });

    it.each([
      'list/1//car_1 nowhere/24',
      'list/1//car_1 192.0.2.1/24',
      'changes//1/car_1 192.0.2.0/33',
      'changes//1/car_1 192.0.2.0/24 1',
      'changes//1/car_1\u0000',
    ])('returns the full list for the cursor %j, which it has not given out', async (text) => {
      const { trunkId } = await aTrunk({ inboundCidrs: ['203.0.113.5'] }, 'a.example.com');
      const cursor = Buffer.from(text).toString('base64url');
      const sources = await feeds.sources(cursor, PAGE);
      expect([sources.isReset, sourcesOf(sources)]).toEqual([true, [[trunkId, '203.0.113.5/32', false]]]);
      const gateways = await feeds.gateways(cursor, PAGE);
      expect([gateways.isReset, gateways.items.length]).toEqual([true, 1]);
    });

    it('returns a network whose transaction commits after a later one was read', async () => {
      const early = await aTrunk({});
      const later = await aTrunk({});
      const { next } = await feeds.sources(null, PAGE);
      const claim = `INSERT INTO voice.trunk_sources (trunk_id, network) VALUES ($1, $2)`;
      await owner.query('BEGIN');
      await owner.query(claim, [early.trunkId, '203.0.113.5/32']);
      await world.db.query(claim, [later.trunkId, '203.0.113.6/32']);
      const first = await feeds.sources(next, PAGE);
      expect(sourcesOf(first)).toEqual([[later.trunkId, '203.0.113.6/32', false]]);
      await owner.query('COMMIT');
      expect(sourcesOf(await feeds.sources(first.next, PAGE))).toContainEqual([early.trunkId, '203.0.113.5/32', false]);
    });
  });
});
