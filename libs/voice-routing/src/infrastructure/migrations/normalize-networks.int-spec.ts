import { OwnerConnection } from '@trunkline/platform/testing';
import { createDataSource } from '@trunkline/platform';
import { NormalizeNetworks1795003200000 } from './normalize-networks';
import { StoredRoutingSnapshots } from '../calls/routing-snapshots';
import { postgresWorld, type PostgresWorld } from '../../testing/postgres-world';

let world: PostgresWorld;
let owner: OwnerConnection;
beforeAll(async () => {
  world = await postgresWorld();
  owner = await OwnerConnection.open(world.url);
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

describe('source networks that a previous release has stored', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const migrate = async () => {
    const dataSource = await createDataSource({ url: world.url, asOwner: true, poolSize: 1 }, []).initialize();
    await new NormalizeNetworks1795003200000().up(dataSource.createQueryRunner());
    await dataSource.destroy();
  };
  const stored = async (table: string, column: string, id: string) =>
    (await owner.query<Record<string, unknown>>(`SELECT ${column} FROM voice.${table} WHERE id = $1`, [id])).rows[0]?.[
      column
    ];

  it('match and are shown without IPv4-mapped addresses and host bits', async () => {
    const accountId = 'acc_mapped';
    const trunk = await world.aTrunk(accountId, { inboundCidrs: ['198.51.100.0/24'] });
    const carrier = await world.carriers.create('operator:test', {
      name: 'c',
      host: '192.0.2.1',
      sourceNetworks: ['198.51.100.0/24'],
    });
    const list = [
      '::ffff:192.0.2.0/120',
      '192.0.2.0/24',
      '2001:db8::7/64',
      '::ffff:203.0.113.0/125',
      '198.51.100.0/24',
    ];
    for (const [table, column, sources, key, id] of [
      ['sip_trunks', 'inbound_cidrs', 'trunk_sources', 'trunk_id', trunk.id],
      ['carriers', 'source_networks', 'carrier_sources', 'carrier_id', carrier.id],
    ] as const) {
      await owner.query(`UPDATE voice.${table} SET ${column} = $2 WHERE id = $1`, [id, list]);
      await owner.query(
        `INSERT INTO voice.${sources} (${key}, network)
         SELECT $1, network(text::inet) FROM unnest($2::text[]) AS text ON CONFLICT DO NOTHING`,
        [id, list],
      );
    }
    await migrate();
    await migrate();
    const plain = ['192.0.2.0/24', '2001:db8::/64', '203.0.113.0/29', '198.51.100.0/24'];
    expect(await stored('sip_trunks', 'inbound_cidrs', trunk.id)).toEqual(plain);
    expect(await stored('carriers', 'source_networks', carrier.id)).toEqual(plain);
    const snapshots = new StoredRoutingSnapshots(world.db);
    for (const ip of ['192.0.2.9', '203.0.113.7']) {
      expect(await snapshots.ofSource({ authUser: null, ip }, now)).toMatchObject([{ id: trunk.id }]);
      expect(await snapshots.carrierOf(ip)).toBe(carrier.id);
    }
  });
});
