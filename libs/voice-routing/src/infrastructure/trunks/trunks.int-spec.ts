import { newId } from '@trunkline/kernel';
import { lockWaits } from '@trunkline/platform/testing';
import { aNumber } from '../../testing';
import { type PostgresWorld, postgresWorld } from '../../testing/postgres-world';

let world: PostgresWorld;
let accountId: string;

beforeAll(async () => {
  world = await postgresWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  accountId = newId('acc');
});

const create = (given: object = {}) =>
  world.createSipTrunk.create({
    accountId,
    operationId: newId('op'),
    options: { name: 'Office' },
    gateways: [],
    ...given,
  });
const names = async (filters: object = {}, page: object = {}) => {
  const all = { statuses: ['active', 'disabled'], q: null, ...filters } as const;
  const { items, next } = await world.trunkQueries.list(accountId, all, {
    limit: 25,
    sort: 'name',
    order: 'asc',
    after: null,
    ...page,
  });
  return { names: items.map(({ name }) => name), next };
};

describe('SipTrunks', () => {
  it('creates a trunk with its gateways and seals their passwords', async () => {
    const gateways = [
      { name: 'A', host: 'a.example.com', authUsername: 'me', authPassword: 'secret', customHeaders: { 'X-A': 'b' } },
      { name: 'B', host: 'b.example.com' },
    ];
    const made = await create({
      gateways,
      options: { name: 'Office', inboundCidrs: ['203.0.113.0/24', '::ffff:203.0.113.0/120'] },
    });
    expect(made.gateways.map(({ name, hasAuthPassword }) => [name, hasAuthPassword])).toEqual([
      ['A', true],
      ['B', false],
    ]);
    expect(made.credentials).toBeNull();
    const rows = await world.db.query<{ id: string; auth_password_sealed: string | null }>(
      `SELECT id, auth_password_sealed FROM voice.sip_gateways WHERE trunk_id = $1 ORDER BY name`,
      [made.trunk.id],
    );
    const [a] = rows;
    expect(a?.auth_password_sealed).not.toContain('secret');
    expect(world.passwords.open(a!.id, a!.auth_password_sealed!)).toBe('secret');
    expect(() => world.passwords.open(rows[1]!.id, a!.auth_password_sealed!)).toThrow();
    // The second is the first in IPv4-mapped addresses.
    expect(
      await world.db.query(`SELECT network FROM voice.trunk_sources WHERE trunk_id = $1`, [made.trunk.id]),
    ).toEqual([{ network: '203.0.113.0/24' }]);
  });

  it('issues credentials in register mode, which new ones replace', async () => {
    const made = await create({ options: { name: 'Phones', registrationMode: 'register' } });
    expect(made.credentials).toMatchObject({
      sipUsername: expect.stringMatching(/^t[0-9a-f]{16}$/),
      sipDomain: 'sip.api.example.com',
    });
    const issued = await world.sipTrunks.issueCredentials(accountId, made.trunk.id);
    expect(issued.sipUsername).not.toBe(made.credentials?.sipUsername);
    expect(
      await world.db.query(`SELECT sip_username FROM voice.trunk_credentials WHERE trunk_id = $1`, [made.trunk.id]),
    ).toEqual([{ sip_username: issued.sipUsername }]);
    const fixed = await create({ options: { name: 'Fixed' } });
    await expect(world.sipTrunks.issueCredentials(accountId, fixed.trunk.id)).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });

  it('creates a trunk once when its operation is repeated, and returns the same response', async () => {
    const operationId = newId('op');
    const gateways = [{ name: 'A', host: 'a.example.com' }];
    const options = { name: 'Twice', registrationMode: 'register' };
    const first = await create({ operationId, gateways, options });
    const again = await create({ operationId, gateways, options });
    expect(again).toMatchObject({
      trunk: { id: first.trunk.id },
      gateways: [{ id: first.gateways[0]!.id }],
      credentials: { sipPassword: first.credentials?.sipPassword },
    });
  });

  it('keeps names of trunks that are not archived unique when ten creates race', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        create({ options: { name: 'Same' }, gateways: [{ name: 'A', host: 'a.example.com' }] }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused.every((error) => error.code === 'name_in_use')).toBe(true);
    expect(
      await world.db.query(`SELECT count(*) AS count FROM voice.sip_gateways WHERE account_id = $1`, [accountId]),
    ).toEqual([{ count: 1 }]);
    const { id } = (
      await world.trunkQueries.list(
        accountId,
        { statuses: ['active'], q: null },
        { limit: 1, sort: 'name', order: 'asc', after: null },
      )
    ).items[0]!;
    const other = await create({ options: { name: 'Other' } });
    await expect(world.sipTrunks.update(accountId, other.trunk.id, { name: 'Same' })).rejects.toMatchObject({
      code: 'name_in_use',
    });
    await world.sipTrunks.archive({ accountId, id, isForced: false });
    await world.sipTrunks.update(accountId, other.trunk.id, { name: 'Same' });
  });

  it('rejects a host that is not allowed without storing anything', async () => {
    world.hosts.refused.add('internal.example.com');
    const gateways = [
      { name: 'A', host: 'a.example.com' },
      { name: 'B', host: 'internal.example.com' },
    ];
    await expect(create({ gateways })).rejects.toMatchObject({
      code: 'host_not_allowed',
      fields: { 'gateways.1.host': expect.any(String) },
    });
    await expect(create({ gateways: [{ name: 'A', host: 'no host' }] })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { 'gateways.0.host': expect.any(String) },
    });
    expect((await names()).names).toEqual([]);
  });

  it('accepts only numbers of the account as caller ID override', async () => {
    world.numbers.numbers.push(aNumber({ accountId, e164: '+4930901877' }));
    const options = { name: 'Override', callerIdStrategy: 'override', callerIdOverride: '+4930901877' };
    const { trunk } = await create({ options });
    await expect(
      create({ options: { ...options, name: 'Stranger', callerIdOverride: '+4930901878' } }),
    ).rejects.toMatchObject({ fields: { caller_id_override: expect.any(String) } });
    await expect(
      world.sipTrunks.update(accountId, trunk.id, { callerIdOverride: '+4930901878' }),
    ).rejects.toMatchObject({ fields: { caller_id_override: expect.any(String) } });
    expect(await world.sipTrunks.update(accountId, trunk.id, { callerIdStrategy: 'inherit' })).toMatchObject({
      callerIdOverride: null,
    });
  });

  it.each([
    ['Köln-Süd', ['köln', 'KOLN', 'Koeln sued', 'koln-sud', 'n-s', 'Ko\u0308ln']],
    ["Trois-Rivières (l'Île)", ['trois riv', 'RIVIERES', "l'ile", 'lile', 'l\u2019île']],
    ['Weißer Ørn, Łódź', ['weisser', 'orn', 'oern', 'lodz', 'łódź']],
    ['Мюнхен 東京', ['мюнхен', '東']],
  ])('finds the trunk %s without regard to case, accents and hyphens', async (name, queries) => {
    for (const other of ['Berlin', name]) await create({ options: { name: other } });
    for (const q of queries) expect([q, (await names({ q })).names]).toEqual([q, [name]]);
    expect((await names({ q: 'xyz' })).names).toEqual([]);
    expect((await names({ q: '-' })).names).toEqual([]);
  });

  it('lists trunks by status and part of the name, in pages', async () => {
    for (const name of ['Alpha', 'Beta 100%', 'Gamma']) await create({ options: { name } });
    const { trunk } = await create({ options: { name: 'Old' } });
    await world.sipTrunks.archive({ accountId, id: trunk.id, isForced: false });
    expect((await names()).names).toEqual(['Alpha', 'Beta 100%', 'Gamma']);
    expect((await names({ statuses: ['archived'] })).names).toEqual(['Old']);
    expect((await names({ q: 'a' })).names).toEqual(['Alpha', 'Beta 100%', 'Gamma']);
    expect((await names({ q: '0%' })).names).toEqual(['Beta 100%']);
    expect((await names({ q: '_' })).names).toEqual([]);
    const first = await names({}, { limit: 2, order: 'desc' });
    expect(first.names).toEqual(['Gamma', 'Beta 100%']);
    expect(await names({}, { limit: 2, order: 'desc', after: first.next })).toEqual({ names: ['Alpha'], next: null });
    const byAge = await names({}, { sort: 'created_at', limit: 2 });
    expect((await names({}, { sort: 'created_at', limit: 2, after: byAge.next })).names).toHaveLength(1);
  });

  it('hides trunks from other accounts', async () => {
    const { trunk } = await create();
    const stranger = newId('acc');
    await expect(world.sipTrunks.get(stranger, trunk.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(world.sipTrunks.update(stranger, trunk.id, { name: 'Mine' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(world.sipTrunks.archive({ accountId: stranger, id: trunk.id, isForced: true })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(
      world.sipGateways.list(stranger, trunk.id, { limit: 1, sort: '', order: 'asc', after: null }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('SipGateways', () => {
  const add = (trunkId: string, input: object = {}, operationId = newId('op')) =>
    world.sipGateways.create({
      accountId,
      trunkId,
      operationId,
      input: { name: 'A', host: 'a.example.com', ...input },
    });

  it('adds at most twenty gateways when many are added at once', async () => {
    const { trunk } = await create();
    for (let count = 0; count < 15; count++) await add(trunk.id);
    const results = await Promise.allSettled(Array.from({ length: 15 }, () => add(trunk.id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(codes).toEqual(Array(10).fill('gateway_limit_reached'));
  });

  it('lists gateways by priority, then weight, in pages', async () => {
    const { trunk } = await create();
    for (const [name, priority, weight] of [
      ['d', 99, 0],
      ['b', 1, 9],
      ['a', 0, 5],
      ['c', 1, 8],
    ] as const)
      await add(trunk.id, { name, priority, weight });
    const page = async (after: Parameters<typeof world.sipGateways.list>[2]['after']) =>
      world.sipGateways.list(accountId, trunk.id, { limit: 3, sort: 'priority', order: 'asc', after });
    const first = await page(null);
    expect(first.items.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect((await page(first.next)).items.map(({ name }) => name)).toEqual(['d']);
    expect(await world.sipTrunks.get(accountId, trunk.id)).toMatchObject({
      gatewayCount: 4,
      numberCount: 0,
      profileCount: 0,
      profiles: [],
    });
  });

  it('creates a gateway once when its operation is repeated', async () => {
    const { trunk } = await create();
    const operationId = newId('op');
    const first = await add(trunk.id, {}, operationId);
    const again = await add(trunk.id, {}, operationId);
    expect(again.id).toBe(first.id);
  });

  it('changes, keeps and clears the password, and removes the gateway', async () => {
    const { trunk } = await create();
    const { id } = await add(trunk.id, { authPassword: 'one' });
    const address = { accountId, trunkId: trunk.id, gatewayId: id };
    expect(await world.sipGateways.update(address, { weight: 3 })).toMatchObject({ weight: 3, hasAuthPassword: true });
    expect(await world.sipGateways.update(address, { authPassword: null })).toMatchObject({ hasAuthPassword: false });
    await expect(world.sipGateways.update(address, { host: 'internal.example.com' })).rejects.toMatchObject({
      code: 'host_not_allowed',
    });
    await world.sipGateways.remove(address);
    await expect(world.sipGateways.get(address)).rejects.toMatchObject({ code: 'not_found' });
    await expect(world.sipGateways.remove(address)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('rejects changes to gateways of an archived trunk', async () => {
    const { trunk } = await create();
    const { id: gatewayId } = await add(trunk.id);
    await world.sipTrunks.archive({ accountId, id: trunk.id, isForced: false });
    const address = { accountId, trunkId: trunk.id, gatewayId };
    for (const change of [
      () => add(trunk.id),
      () => world.sipGateways.update(address, { weight: 1 }),
      () => world.sipGateways.remove(address),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'invalid_state' });
    }
    expect(await world.sipGateways.get(address)).toMatchObject({ id: gatewayId });
  });

  it('waits for an archival of the trunk that has begun, and then rejects changes', async () => {
    const { trunk } = await create();
    const address = { accountId, trunkId: trunk.id, gatewayId: (await add(trunk.id)).id };
    let begin = (): void => undefined;
    const hasBegun = new Promise<void>((resolve) => (begin = resolve));
    const archival = world.db.run(async () => {
      await world.sipTrunks.archive({ accountId, id: trunk.id, isForced: false });
      begin();
      await lockWaits(world.db, 2);
    });
    await hasBegun;
    const changes = [world.sipGateways.update(address, { weight: 1 }), world.sipGateways.remove(address)];
    const [archived, ...changed] = await Promise.allSettled([archival, ...changes]);
    expect(archived).toEqual({ status: 'fulfilled', value: undefined });
    for (const change of changed) expect(change).toMatchObject({ reason: { code: 'invalid_state' } });
    expect(await world.sipGateways.get(address)).toMatchObject({ weight: 100 });
  });
});
