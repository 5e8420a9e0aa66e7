import { codeOf, dataOf, fieldsOf, itemsOf, type Row } from '../support/numbering/shopping';
import { type Customer, startApi, type TestApi } from '../support';

const KINDS = ['person', 'business'] as const;

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
  }, 120_000);

  it('lists its areas', async () => {
    for (const each of sold) {
      const path = `/v1/catalog/countries/${each.country}/areas?number_type=${String(each.type['number_type'])}`;
      const [first] = itemsOf(await api.get(path, customer));
      expect([path, first?.['in_stock'], first?.['from_monthly_price_cents']]).toEqual([
        ...[path, true, each.type['from_monthly_price_cents']],
      ]);
    }
  }, 120_000);

  it('returns the requirements of persons, businesses and both', async () => {
    for (const each of sold) {
      const path = `/v1/catalog/requirements?${placeOf(each)}`;
      const all = dataOf(await api.get(path, customer));
      expect([path, all['requires_activation']]).toEqual([path, each.type['requires_activation']]);
      for (const kind of KINDS) {
        const answer = await api.get(`${path}&end_user_kind=${kind}`, customer);
        if ((all['end_user_kinds'] as string[]).includes(kind)) expect([path, answer.status]).toEqual([path, 200]);
        else expect([codeOf(answer), fieldsOf(answer)]).toEqual(['invalid_input', ['end_user_kind']]);
      }
    }
  }, 120_000);

  it('has numbers whose ending determines the course of the order', async () => {
    for (const each of sold) {
      const path = `/v1/catalog/search?${placeOf(each)}&ends_with=9001&limit=1`;
      const [row] = itemsOf(await api.get(path, customer));
      const answer = await api.post('/v1/numbers', { select_token: row?.['select_token'] }, customer);
      expect([path, answer.status, codeOf(answer)]).toEqual([path, 409, 'number_unavailable']);
    }
  }, 120_000);
});
