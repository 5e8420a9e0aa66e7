import { Ledger } from '@trunkline/billing-ledger';
import { Database } from '@trunkline/platform';
import { type Customer, startApi, type TestApi } from '../support';
import { dataOf, fieldsOf, type Row } from '../support/numbering/shopping';
import { Telephony } from '../support/telephony';

describe('the source networks of trunks', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
    await api.operator('POST', '/operator/carriers', { name: 'Out', host: '192.0.2.99' });
  });
  afterAll(() => api.stop());

  let trunks = 0;
  const create = (customer: Customer, ...inbound_cidrs: string[]) =>
    api.post('/v1/sip-trunks', { name: `Trunk ${trunks++}`, inbound_cidrs }, customer);
  const topUp = ({ accountId }: Customer) => {
    const credit = { accountId, amountCents: 2_500, description: 'Top-up', topupId: `top_${accountId}` };
    return api.use(Ledger).creditTopup({ ...credit, processorPaymentIntentId: `pi_${accountId}` });
  };
  const setTier = ({ accountId }: Customer, tier: string) =>
    api.operator('PATCH', `/operator/accounts/${accountId}`, { tier });

  it('are normalized, and returns 422 for host bits', async () => {
    const customer = await api.customers.make();
    const created = dataOf(await create(customer, '::ffff:192.0.2.0/120', '::ffff:192.0.2.9', '2001:DB8:0:0::/56'));
    const normalized = ['192.0.2.0/24', '192.0.2.9/32', '2001:db8::/56'];
    expect(created['inbound_cidrs']).toEqual(normalized);
    const path = `/v1/sip-trunks/${String(created['id'])}`;
    expect(dataOf(await api.patch(path, { inbound_cidrs: normalized }, customer))['inbound_cidrs']).toEqual(normalized);
    const answer = await create(customer, '192.0.2.0/24', '192.0.2.9/24', '::ffff:192.0.2.9/120', '2001:db8::1/64');
    expect(fieldsOf(answer)).toEqual(['inbound_cidrs.1', 'inbound_cidrs.2', 'inbound_cidrs.3']);
    expect(answer.text).toContain('192.0.2.0/24');
    const carrier = { name: 'Mapped', host: '192.0.2.98', enabled: false };
    const mapped = { ...carrier, source_networks: ['::ffff:198.51.100.0/120'] };
    const made = dataOf(await api.operator('POST', '/operator/carriers', mapped));
    expect(made['source_networks']).toEqual(['198.51.100.0/24']);
    const hostBits = { ...carrier, source_networks: ['198.51.100.1/24'] };
    expect(fieldsOf(await api.operator('POST', '/operator/carriers', hostBits))).toEqual(['source_networks.0']);
  });

  it('returns 422 for networks that are wider than the account may name, and names the limit', async () => {
    const customer = await api.customers.make();
    const statuses = async (...cidrs: string[]) => {
      const answers = [];
      for (const cidr of cidrs) answers.push((await create(customer, cidr)).status);
      return answers;
    };
    expect(await statuses('10.1.2.0/24', '10.1.2.0/23', '2001:db8::/56', '2001:db8::/55')).toEqual([
      201, 422, 201, 422,
    ]);
    const answer = await create(customer, '61.0.0.0/8', '::ffff:10.0.0.0/111');
    expect(fieldsOf(answer)).toEqual(['inbound_cidrs.0', 'inbound_cidrs.1']);
    expect(answer.text).toContain('/24 or narrower (IPv6: /56)');
    await topUp(customer);
    expect(await statuses('10.1.0.0/16', '10.0.0.0/15', '2001:db8::/32', '2001:db8::/31')).toEqual([
      201, 422, 201, 422,
    ]);
    await setTier(customer, 'verified');
    expect(await statuses('10.2.0.0/16', '10.2.0.0/15')).toEqual([201, 422]);
    await setTier(customer, 'wholesale');
    expect(await statuses('62.0.0.0/8', '::/0')).toEqual([201, 201]);
  });

  /** A customer whose trunk replaces the caller ID, so that the source alone identifies it. */
  const aCustomer = async (network: string) => {
    const telephony = await Telephony.make(api);
    const override = { caller_id_strategy: 'override', caller_id_override: telephony.number };
    const change = { inbound_cidrs: [network], ...override };
    const answer = await api.patch(`/v1/sip-trunks/${telephony.trunkId}`, change, telephony.customer);
    if (answer.status !== 200) throw new Error(answer.text);
    return telephony;
  };
  const call = (telephony: Telephony, source_ip: string, given: Row = {}) =>
    telephony.route({ from: 'desk-7', to: '+493012345', source_ip, ...given });
  /** Returns the SIP user of a new trunk of the customer. */
  const userOf = async ({ customer }: Telephony) => {
    const phones = { name: 'Phones', registration_mode: 'register' };
    const { credentials } = dataOf(await api.post('/v1/sip-trunks', phones, customer)) as { credentials: Row };
    return credentials['sip_username'];
  };
  const outcomeOf = (answer: Row) => answer['reason'] ?? answer['action'];
  const accountOf = async (answer: Row) =>
    (
      await api.use(Database).find<{
        account_id: string;
      }>(`SELECT account_id FROM voice.decisions WHERE id = $1`, [answer['decision_id']])
    )?.account_id;
  /** Stores a network as a previous release did, which allowed /8. */
  const store = async (trunkId: string, network: string) => {
    const db = api.use(Database);
    await db.query(`UPDATE voice.sip_trunks SET inbound_cidrs = ARRAY[$2::text] WHERE id = $1`, [trunkId, network]);
    await db.query(`INSERT INTO voice.trunk_sources (trunk_id, network) VALUES ($1, $2::cidr)`, [trunkId, network]);
  };

  it('decide nothing about the calls of a later customer when a free account has stored 61.0.0.0/8', async () => {
    const free = await aCustomer('203.0.113.200');
    await store(free.trunkId, '61.0.0.0/8');
    const customer = await aCustomer('61.1.2.3');
    const answer = await call(customer, '61.1.2.3');
    expect([outcomeOf(answer), await accountOf(answer)]).toEqual(['route', customer.customer.accountId]);
    const own = await call(customer, '61.1.2.3', { from: customer.number });
    expect([outcomeOf(own), await accountOf(own)]).toEqual(['route', customer.customer.accountId]);
    // The stored network keeps working where no other account names one.
    const elsewhere = await call(free, '61.9.9.9');
    expect([outcomeOf(elsewhere), await accountOf(elsewhere)]).toEqual(['route', free.customer.accountId]);
    // Its trunk can still be changed.
    expect((await api.patch(`/v1/sip-trunks/${free.trunkId}`, { name: 'Renamed' }, free.customer)).status).toBe(200);
    const kept = { inbound_cidrs: ['61.0.0.0/8'] };
    expect((await api.patch(`/v1/sip-trunks/${free.trunkId}`, kept, free.customer)).status).toBe(200);
  });

  it('decide nothing about the calls that another account has made from an address, when another account names it later', async () => {
    const customer = await aCustomer('198.51.100.77');
    const ip = '198.51.100.77';
    expect(outcomeOf(await call(customer, ip))).toBe('route');
    for (const network of ['198.51.100.77', '198.51.100.0/24']) {
      const stranger = await aCustomer(network);
      const answer = await call(stranger, ip);
      expect([outcomeOf(answer), await accountOf(answer)]).toEqual(['route', customer.customer.accountId]);
    }
  });

  it('decide nothing about the calls from an address when a later neighbour proves the network around it by digest', async () => {
    const ip = '100.64.8.150';
    const customer = await aCustomer(ip);
    expect(outcomeOf(await call(customer, ip))).toBe('route');
    const neighbour = await aCustomer('100.64.8.0/24');
    const digest = { from: neighbour.number, auth_user: await userOf(neighbour) };
    expect(outcomeOf(await call(neighbour, '100.64.8.151', digest))).toBe('route');
    const answer = await call(customer, ip);
    expect([outcomeOf(answer), await accountOf(answer)]).toEqual(['route', customer.customer.accountId]);
  });

  it('make a call ambiguous when two accounts name them, until a call that is authenticated by digest proves one', async () => {
    const first = await aCustomer('198.51.100.32/28');
    const second = await aCustomer('198.51.100.32/28');
    const ip = '198.51.100.35';
    expect(outcomeOf(await call(first, ip))).toBe('Source Ambiguous');
    expect(outcomeOf(await call(second, ip, { from: second.number }))).toBe('route');
    const digest = { from: second.number, auth_user: await userOf(second) };
    expect(outcomeOf(await call(second, ip, digest))).toBe('route');
    const answer = await call(second, ip);
    expect([outcomeOf(answer), await accountOf(answer)]).toEqual(['route', second.customer.accountId]);
  });
});
