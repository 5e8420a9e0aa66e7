import { codeOf, dataOf, fieldsOf, itemsOf, type Row } from '../../support/numbering/shopping';
import { type Customer, startApi, type TestApi } from '../../support';

const KINDS = ['person', 'business'] as const;

/** A country in which no numbers are sold. */
const ABROAD = 'KP';

/** The requirements of one kind of end user, in words. */
function demandsOf(required: Row, kind: string): string[] {
  const isOfKind = (each: Row) => (each['end_user_kinds'] as string[]).includes(kind);
  const fields = (required['required_fields'] as Row[]).filter(isOfKind).map(({ field }) => String(field));
  const documents = (required['documents'] as Row[])
    .filter(isOfKind)
    .map(({ purpose, accepted_doc_types: types }) => `document_${String(purpose)} ${String((types as string[])[0])}`);
  return [
    ...((required['end_user_kinds'] as string[]).includes(kind) ? [] : ['another kind']),
    ...(['national', 'local'].includes(String(required['address'])) ? ['another address'] : []),
    ...new Set([...fields, ...documents].sort()),
  ];
}

/** The results for a bundle without documents whose end user lives abroad, in the same words. */
function checksOf(results: readonly Row[]): string[] {
  const isMet = (requirement: string) => results.some((each) => each['requirement'] === requirement && each['ok']);
  const others = results.filter(({ requirement }) => !['end_user_kind', 'address'].includes(String(requirement)));
  return [
    ...(isMet('end_user_kind') ? [] : ['another kind']),
    ...(isMet('address') ? [] : ['another address']),
    ...new Set(others.map(({ requirement, doc_type: type }) => [requirement, type].filter(Boolean).join(' ')).sort()),
  ];
}

/** Each response is checked against the OpenAPI document. */
describe('the catalog of every country and type', () => {
  let api: TestApi;
  let customer: Customer;
  let sold: { readonly country: string; readonly type: Row }[];

  beforeAll(async () => {
    api = await startApi({ RATE_LIMIT_FACTOR: '100' });
    customer = await api.customers.make({ balanceCents: 100_000 });
    const countries = itemsOf(await api.get('/v1/catalog/countries', customer));
    sold = countries.flatMap((row) =>
      (row['number_types'] as Row[]).map((type) => ({ country: String(row['country']), type })),
    );
  });
  afterAll(() => api.stop());

  const placeOf = ({ country, type }: (typeof sold)[number]) =>
    `country=${country}&number_type=${String(type['number_type'])}`;

  it('returns numbers and area offers at the price in the list of countries', async () => {
    for (const each of sold) {
      const rows = [
        ...itemsOf(await api.get(`/v1/catalog/search?${placeOf(each)}&source=live&limit=3`, customer)),
        ...itemsOf(await api.get(`/v1/catalog/search?${placeOf(each)}&source=availability&limit=3`, customer)),
      ];
      const prices = new Set(rows.map((row) => row['monthly_price_cents']));
      expect([placeOf(each), rows.length >= 4, ...prices]).toEqual([
        ...[placeOf(each), true, each.type['from_monthly_price_cents']],
      ]);
    }
  });

  it('sells numbers that can be called, and whose calls have a price', async () => {
    for (const each of sold) {
      const [row] = itemsOf(await api.get(`/v1/catalog/search?${placeOf(each)}&source=live&limit=1`, customer));
      const to = `to=${encodeURIComponent(String(row?.['e164']))}`;
      const [outbound] = itemsOf(await api.get(`/v1/billing/rates?${to}`, customer));
      const type = String(each.type['number_type']);
      const [inbound] = itemsOf(
        await api.get(`/v1/billing/rates?${to}&direction=inbound&number_type=${type}`, customer),
      );
      expect([placeOf(each), outbound !== undefined, inbound?.['increment']]).toEqual([
        ...[placeOf(each), true, { first_s: 1, next_s: 1 }],
      ]);
    }
  });

  it('lists its areas', async () => {
    for (const each of sold) {
      const path = `/v1/catalog/countries/${each.country}/areas?number_type=${String(each.type['number_type'])}`;
      const [first] = itemsOf(await api.get(path, customer));
      expect([path, first?.['in_stock'], first?.['from_monthly_price_cents']]).toEqual([
        ...[path, true, each.type['from_monthly_price_cents']],
      ]);
    }
  });

  it('returns the requirements of persons, businesses and both', async () => {
    for (const each of sold) {
      const path = `/v1/catalog/requirements?${placeOf(each)}`;
      const all = dataOf(await api.get(path, customer));
      expect([path, all['requires_activation']]).toEqual([path, each.type['requires_activation']]);
      for (const kind of KINDS) {
        const answer = await api.get(`${path}&end_user_kind=${kind}`, customer);
        const isSold = !all['requires_activation'] || (all['end_user_kinds'] as string[]).includes(kind);
        if (isSold) expect([path, answer.status]).toEqual([path, 200]);
        else expect([codeOf(answer), fieldsOf(answer)]).toEqual(['invalid_input', ['end_user_kind']]);
      }
    }
  });

  it.each(KINDS)(
    'requires of a %s what a bundle is checked against, in members of the end user',
    async (kind) => {
      const names = {
        first_name: 'Ada',
        last_name: 'Lovelace',
        ...(kind === 'business' && { business_name: 'Quux Ltd' }),
      };
      const address = { address_line1: '1 Square', city: 'City', postal_code: '1', country: ABROAD };
      const endUser = dataOf(await api.post('/v1/compliance/end-users', { kind, ...names, ...address }, customer));
      const draft = { name: 'Any', end_user_id: endUser['id'], country: 'DE' };
      const path = `/v1/compliance/bundles/${String(dataOf(await api.post('/v1/compliance/bundles', draft, customer))['id'])}`;
      for (const each of sold) {
        const place = placeOf(each);
        const required = dataOf(await api.get(`/v1/catalog/requirements?${place}`, customer));
        const change = { country: each.country, number_type: each.type['number_type'] };
        expect((await api.patch(path, change, customer)).status).toBe(200);
        const { results } = dataOf(await api.post(`${path}/validate`, {}, customer)) as { results: Row[] };
        expect([place, ...demandsOf(required, kind)]).toEqual([place, ...checksOf(results)]);
        for (const { field } of required['required_fields'] as Row[]) expect(Object.keys(endUser)).toContain(field);
      }
    },
    120_000,
  );

  it('has numbers whose ending determines the course of the order', async () => {
    for (const each of sold) {
      const path = `/v1/catalog/search?${placeOf(each)}&ends_with=9001&limit=1`;
      const [row] = itemsOf(await api.get(path, customer));
      const answer = await api.post('/v1/numbers', { select_token: row?.['select_token'] }, customer);
      expect([path, answer.status, codeOf(answer)]).toEqual([path, 409, 'number_unavailable']);
    }
  });
});
