import { type Customer, startApi, type TestApi } from '../../support';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';

const COVERAGE = '/operator/porting/coverage';
const CARRIERS = '/operator/porting/carriers';

describe('checks of ports', () => {
  let api: TestApi;
  let customer: Customer;

  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make({ balanceCents: 10_000 });
  });
  afterAll(() => api.stop());

  const check = (e164s: unknown, sender: object = customer) => api.post('/v1/porting/checks', { e164s }, sender);
  const replace = (items: unknown[], path = COVERAGE, headers: Record<string, string> = {}) =>
    api.operator('PUT', path, { items }, headers);
  const etagOf = async (path: string) => (await api.operator('GET', path)).headers.get('etag') ?? '';

  describe('POST /v1/porting/checks', () => {
    it('returns 200 from the coverage of the sandbox, for each country and type that it sells', async () => {
      const own = String((await new Shopping(api, customer).buy())['e164']);
      const answer = await check(['+493012345678', '+883510000000091', '+12125550123', '+35312345678', own]);
      expect([answer.status, itemsOf(answer)]).toEqual([
        200,
        [
          {
            e164: '+493012345678',
            portable: true,
            reason_code: null,
            number_type: 'geographic',
            country: 'DE',
            losing_carrier: null,
            pin_required: false,
          },
          expect.objectContaining({ portable: false, reason_code: 'not_portable', country: 'ZZ', number_type: 'inum' }),
          expect.objectContaining({ portable: true, pin_required: true }),
          expect.objectContaining({ portable: true, country: 'IE' }),
          expect.objectContaining({ e164: own, portable: false, reason_code: 'own_number' }),
        ],
      ]);
    });

    it('returns 422 without numbers, for more than 100, and for other spellings', async () => {
      expect(fieldsOf(await check([]))).toEqual(['e164s']);
      const many = Array.from({ length: 101 }, (_, n) => `+4930${10_000_000 + n}`);
      expect(fieldsOf(await check(many))).toEqual(['e164s']);
      expect((await check(many.slice(1))).status).toBe(200);
      expect(fieldsOf(await check(['+4903012345678']))).toEqual(['e164s.0']);
      expect(fieldsOf(await api.post('/v1/porting/checks', { numbers: [] }, customer))).toEqual(['e164s', 'numbers']);
    });

    it('returns 401 without a credential', async () => {
      expect((await check(['+493012345678'], {})).status).toBe(401);
    });
  });

  describe(`PUT ${COVERAGE}`, () => {
    let sandbox: Row[];
    beforeAll(async () => {
      sandbox = itemsOf(await api.operator('GET', COVERAGE));
    });
    afterEach(() => replace(sandbox));

    it('returns 200 with the whole table, with defaults, and audits what differs', async () => {
      expect(sandbox.length).toBeGreaterThan(150);
      const answer = await replace([...sandbox, { country: 'XK', number_type: 'geographic' }]);
      expect([answer.status, itemsOf(answer).find(({ country }) => country === 'XK')]).toEqual([
        200,
        {
          country: 'XK',
          number_type: 'geographic',
          portable: true,
          lead_days: 14,
          required_documents: [],
          required_fields: [],
          pin_required: false,
          fee_cents: 0,
        },
      ]);
      const [audited] = itemsOf(await api.operator('GET', '/operator/audit?action=port_coverage.change'));
      expect(audited).toMatchObject({ before: {}, after: { 'XK geographic': { fee_cents: 0 } } });
    });

    it('leaves numbers of a country without rows undecided', async () => {
      await replace([{ country: 'FR', number_type: 'geographic', portable: false }]);
      expect(itemsOf(await check(['+493012345678', '+33123456789']))).toMatchObject([
        { portable: null, reason_code: 'not_covered', pin_required: null },
        { portable: false, reason_code: 'not_portable' },
      ]);
    });

    it('returns 412 when the table has changed since it was read', async () => {
      const etag = await etagOf(COVERAGE);
      expect((await replace([...sandbox].slice(1), COVERAGE, { 'if-match': etag })).status).toBe(200);
      expect((await replace(sandbox, COVERAGE, { 'if-match': etag })).status).toBe(412);
    });

    it('returns 422 for bad values and repeated rows', async () => {
      const row = { country: 'DE', number_type: 'geographic' };
      expect(fieldsOf(await replace([row, row]))).toEqual(['items.1']);
      const bad = [
        { ...row, country: 'XX' },
        { ...row, lead_days: 366 },
        { ...row, fee_cents: -1 },
        { ...row, required_documents: ['passport'] },
        { ...row, required_fields: ['pin'] },
        { ...row, colour: 'red' },
      ];
      for (const each of bad) expect([each, (await replace([each])).status]).toEqual([each, 422]);
      expect((await replace([{ ...row, lead_days: 365, fee_cents: 1_000_000 }])).status).toBe(200);
    });
  });

  describe(`PUT ${CARRIERS}`, () => {
    it('returns 200 with the whole table, by which checks name the losing carrier', async () => {
      const items = [
        { prefix: '4930', carrier: 'Berlin Telecom' },
        { prefix: '49', carrier: 'German Telecom' },
      ];
      const answer = await replace(items, CARRIERS);
      expect([answer.status, dataOf(answer)]).toEqual([200, { items: [...items].reverse() }]);
      expect(dataOf(await api.operator('GET', CARRIERS))).toEqual({ items: [...items].reverse() });
      expect(itemsOf(await check(['+493012345678', '+498912345678', '+33123456789']))).toMatchObject([
        { losing_carrier: 'Berlin Telecom' },
        { losing_carrier: 'German Telecom' },
        { losing_carrier: null },
      ]);
    });

    it('returns 422 for bad prefixes, and 412 for an old version', async () => {
      for (const prefix of ['4', '+49', '049', '4'.repeat(16)])
        expect([prefix, (await replace([{ prefix, carrier: 'A' }], CARRIERS)).status]).toEqual([prefix, 422]);
      const etag = await etagOf(CARRIERS);
      await replace([], CARRIERS);
      expect(codeOf(await replace([], CARRIERS, { 'if-match': etag }))).toBe('precondition_failed');
    });
  });

  it('return 401 without a token of an operator', async () => {
    for (const path of [COVERAGE, CARRIERS])
      for (const method of ['GET', 'PUT'])
        expect((await fetch(`${api.internalUrl}${path}`, { method })).status).toBe(401);
  });
});
