import { addBundle } from '@trunkline/compliance/testing';
import { Clock, unixSeconds } from '@trunkline/kernel';
import { Database } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, itemsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { type Customer, startApi, type TestApi } from '../../support';

describe('catalog', () => {
  let api: TestApi;
  let customer: Customer;
  let stranger: Customer;

  beforeAll(async () => {
    api = await startApi();
    [customer, stranger] = [await api.customers.make(), await api.customers.make()];
  });
  afterAll(() => api.stop());

  const search = (query: string) => api.get(`/v1/catalog/search?${query}`, customer);
  const found = async (query: string) => itemsOf(await search(query));

  describe.each([
    '/v1/catalog/search?country=US',
    '/v1/catalog/countries',
    '/v1/catalog/countries/US/areas',
    '/v1/catalog/requirements?country=US&number_type=geographic',
  ])('GET %s', (path) => {
    it('returns 200', async () => {
      expect((await api.get(path, customer)).status).toBe(200);
    });

    it('returns 401 without a credential', async () => {
      expect((await api.get(path)).status).toBe(401);
    });

    it("returns 403 for another's account", async () => {
      const answer = await api.get(path, customer, { 'x-account-id': stranger.accountId });
      expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden']);
    });

    it('returns 422 for an unknown parameter', async () => {
      const answer = await api.get(`${path}${path.includes('?') ? '&' : '?'}colour=red`, customer);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['colour']]);
    });
  });

  describe('GET /v1/catalog/search', () => {
    it('returns offers with a number and offers of an area', async () => {
      const [live] = await found('country=US&area_code=212&source=live');
      expect(live).toMatchObject({
        country: 'US',
        number_type: 'geographic',
        area_code: '212',
        city: 'New York',
        from_catalog: false,
        monthly_price: 1,
        monthly_price_cents: 100,
        setup_price: 0,
        currency: 'USD',
        requires_activation: false,
        e164: expect.stringMatching(/^\+1212\d{7}$/),
        capabilities: expect.arrayContaining(['voice', 'sms']),
      });
      const [any] = await found('country=US&area_code=212&source=availability');
      expect(any).toMatchObject({ e164: '+1212XXXXXXX', from_catalog: true });
    });

    it('returns opaque tokens with their expiry', async () => {
      const data = dataOf(await search('country=US&area_code=212&source=live&limit=1'));
      const inHalfAnHour = unixSeconds(api.use(Clock).now()) + 1800;
      expect(Math.abs(Number(data['expires_at']) - inHalfAnHour)).toBeLessThanOrEqual(5);
      const [row] = data['items'] as Row[];
      const token = Buffer.from(String(row?.['select_token']).split('.')[1] ?? '', 'base64url').toString('latin1');
      expect(token).not.toContain(String(row?.['e164']));
    });

    it('returns each number once across pages', async () => {
      const numbers: unknown[] = [];
      let cursor: string | null = null;
      for (let pages = 0; pages < 3; pages++) {
        const data = dataOf(
          await search(`country=US&area_code=212&source=live&sort=e164&limit=5${cursor ? `&cursor=${cursor}` : ''}`),
        );
        numbers.push(...(data['items'] as Row[]).map((row) => row['e164']));
        cursor = data['next_cursor'] as string | null;
      }
      expect(new Set(numbers).size).toBe(15);
      expect(numbers).toEqual(numbers.toSorted());
    });

    it.each([
      [
        'type and area, by their other names',
        'type=tollfree&area=800',
        (row: Row) => row['number_type'] === 'tollfree',
      ],
      ['city', 'city=new%20yo', (row: Row) => row['city'] === 'New York'],
      ['region', 'region=cali', (row: Row) => row['region'] === 'California'],
      ['the beginning', 'starts_with=2122', (row: Row) => String(row['e164']).startsWith('+12122')],
      ['any part', 'contains=77', (row: Row) => String(row['e164']).slice(2).includes('77')],
      ['the end', 'ends_with=00', (row: Row) => String(row['e164']).endsWith('00')],
      ['capabilities', 'capabilities=voice,mms', (row: Row) => (row['capabilities'] as string[]).includes('mms')],
      ['the need of documents', 'requires_activation=false', (row: Row) => row['requires_activation'] === false],
      ['price', 'max_monthly_price_cents=100', (row: Row) => Number(row['monthly_price_cents']) <= 100],
      ['source', 'source=availability', (row: Row) => row['from_catalog'] === true],
    ])('filters by %s', async (_name, query, matches) => {
      const rows = await found(`country=US&${query}`);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter((row) => !matches(row))).toEqual([]);
    });

    it.each([
      ['DE', 'Köln', 'Cologne'],
      ['DE', 'Koeln', 'Cologne'],
      ['DE', 'duesseldorf', 'Düsseldorf'],
      ['CA', 'Montréal', 'Montreal'],
    ])('finds the city in %s as %s', async (country, city, shown) => {
      const query = `country=${country}&number_type=geographic&city=${encodeURIComponent(city)}`;
      const rows = await found(query);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter((row) => row['city'] !== shown)).toEqual([]);
    });

    it("names only the account's own approved bundles", async () => {
      const db = api.use(Database);
      const own = await addBundle(db, customer.accountId, { country: 'GB', numberType: 'mobile' });
      await addBundle(db, customer.accountId, { country: 'GB', numberType: 'mobile', status: 'submitted' });
      await addBundle(db, stranger.accountId, { country: 'GB' });
      const [mobile] = await found('country=GB&number_type=mobile&limit=1');
      const [national] = await found('country=GB&number_type=national&limit=1');
      expect(mobile?.['compatible_bundle_ids']).toEqual([own.id]);
      expect(national?.['compatible_bundle_ids']).toEqual([]);
    });

    it('names only bundles whose end user the country admits', async () => {
      const db = api.use(Database);
      const business = await addBundle(db, customer.accountId, { country: 'SE' });
      const person = await addBundle(db, customer.accountId, { country: 'SE' }, { kind: 'person' });
      await addBundle(db, customer.accountId, { country: 'SE' }, { country: 'NO' });
      const [mobile] = await found('country=SE&number_type=mobile&limit=1');
      const [geographic] = await found('country=SE&number_type=geographic&limit=1');
      expect(new Set(mobile?.['compatible_bundle_ids'] as string[])).toEqual(new Set([business.id, person.id]));
      expect(geographic?.['compatible_bundle_ids']).toEqual([business.id]);
    });

    it('sells iNum under ZZ', async () => {
      const [row] = await found('country=ZZ&source=live');
      expect(row).toMatchObject({ number_type: 'inum', e164: expect.stringMatching(/^\+883/) });
    });

    it('returns required documents and restrictions', async () => {
      const rows = await found('country=DE&number_type=geographic');
      expect(rows[0]).toMatchObject({ requires_activation: true });
      expect(rows[0]?.['restrictions']).toContainEqual(
        expect.objectContaining({ type: expect.any(String), message: expect.any(String) }),
      );
    });

    it.each([
      ['no country', '', ['country']],
      ['a country in small letters', 'country=us', ['country']],
      ['a country of three letters', 'country=USA', ['country']],
      ['a type that there is not', 'country=US&number_type=satellite', ['number_type']],
      ['two types that differ', 'country=US&number_type=mobile&type=tollfree', ['number_type', 'type']],
      ['two areas that differ', 'country=US&area_code=212&area=213', ['area', 'area_code']],
      ['an area of letters', 'country=US&area_code=2a', ['area_code']],
      ['an area of seven digits', 'country=US&area_code=2125550', ['area_code']],
      ['letters in contains', 'country=US&contains=abc', ['contains']],
      ['one digit in contains', 'country=US&contains=7', ['contains']],
      ['eleven digits in contains', 'country=US&contains=12345678901', ['contains']],
      ['one digit in starts_with', 'country=US&starts_with=2', ['starts_with']],
      ['eleven digits in ends_with', 'country=US&ends_with=12345678901', ['ends_with']],
      ['a capability that there is not', 'country=US&capabilities=voice,telepathy', ['capabilities']],
      ['a source that there is not', 'country=US&source=elsewhere', ['source']],
      ['an invalid flag', 'country=US&requires_activation=maybe', ['requires_activation']],
      ['an invalid price', 'country=US&max_monthly_price_cents=cheap', ['max_monthly_price_cents']],
      ['a price below zero', 'country=US&max_monthly_price_cents=-1', ['max_monthly_price_cents']],
      ['a price of half a cent', 'country=US&max_monthly_price_cents=1.5', ['max_monthly_price_cents']],
      ['a price past all numbers', 'country=US&max_monthly_price_cents=1e30', ['max_monthly_price_cents']],
      ['a price of thirty digits', `country=US&max_monthly_price_cents=${'9'.repeat(30)}`, ['max_monthly_price_cents']],
      ['a sort that there is not', 'country=US&sort=beauty', ['sort']],
      ['no rows', 'country=US&limit=0', ['limit']],
      ['51 rows', 'country=US&limit=51', ['limit']],
      ['a cursor of nowhere', 'country=US&cursor=abc', ['cursor']],
      ['a city of one letter', 'country=US&city=N', ['city']],
    ])('returns 422 for %s', async (_what, query, fields) => {
      const answer = await search(query);
      expect([answer.status, codeOf(answer), fieldsOf(answer)]).toEqual([422, 'invalid_input', fields]);
    });

    it('returns 422 for a cursor of other filters', async () => {
      const { next_cursor } = dataOf(await search('country=US&limit=1'));
      const answer = await search(`country=US&limit=1&area_code=212&cursor=${String(next_cursor)}`);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['cursor']]);
    });

    it.each(['KP', 'AQ'])('returns 422 country_not_supported for %s, which no supplier sells', async (country) => {
      const answer = await search(`country=${country}`);
      expect([answer.status, codeOf(answer), fieldsOf(answer)]).toEqual([422, 'country_not_supported', ['country']]);
    });

    it('returns 429 past the limit of searches', async () => {
      const limited = await startApi({ RATE_LIMIT_FACTOR: '0.2' });
      const own = await limited.customers.make();
      const statuses = new Set<number>();
      for (let count = 0; count < 20; count++) {
        statuses.add((await limited.get('/v1/catalog/search?country=US&limit=1', own)).status);
      }
      await limited.stop();
      expect([...statuses].sort()).toEqual([200, 429]);
    });
  });

  describe('GET /v1/catalog/countries', () => {
    it('lists what is sold in at least seventy countries', async () => {
      const rows = itemsOf(await api.get('/v1/catalog/countries', customer));
      expect(rows.length).toBeGreaterThanOrEqual(71);
      expect(rows.map(({ name }) => name)).toEqual(
        rows.map(({ name }) => String(name)).toSorted((a, b) => a.localeCompare(b)),
      );
      expect(rows).toContainEqual(
        expect.objectContaining({
          country: 'US',
          name: 'United States',
          calling_code: '1',
          number_types: expect.arrayContaining([
            {
              number_type: 'geographic',
              capabilities: expect.arrayContaining(['voice']),
              requires_activation: false,
              from_monthly_price_cents: 100,
            },
          ]),
        }),
      );
    });
  });

  describe('GET /v1/catalog/countries/{country}/areas', () => {
    const areas = (query = '', country = 'US') => api.get(`/v1/catalog/countries/${country}/areas?${query}`, customer);

    it('lists areas page by page', async () => {
      const first = dataOf(await areas('limit=2&number_type=geographic'));
      const second = dataOf(await areas(`limit=2&number_type=geographic&cursor=${String(first['next_cursor'])}`));
      const codes = [first, second].flatMap((page) => (page['items'] as Row[]).map((area) => area['area_code']));
      expect(codes).toEqual(codes.toSorted());
      expect(new Set(codes).size).toBe(4);
    });

    it('lists every area of a country once across pages', async () => {
      const codes: unknown[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query: string = `limit=100&number_type=geographic${cursor ? `&cursor=${cursor}` : ''}`;
        const data: Row = dataOf(await areas(query));
        codes.push(...(data['items'] as Row[]).map((area) => `${String(area['area_code'])} ${String(area['city'])}`));
        cursor = data['next_cursor'] as string | null;
      }
      expect(codes.length).toBeGreaterThan(300);
      expect(new Set(codes).size).toBe(codes.length);
    });

    it('returns the areas of one type with stock and lowest price', async () => {
      const rows = itemsOf(await areas('number_type=tollfree'));
      expect(rows.length).toBeGreaterThan(1);
      for (const row of rows) {
        expect(row).toMatchObject({ city: null, region: null, in_stock: true, from_monthly_price_cents: 200 });
        expect(row['area_code']).toMatch(/^8\d\d$/);
      }
    });

    it('omits unknown regions, and lists cities that share an area code', async () => {
      const sydney = itemsOf(await areas('q=sydn', 'AU'));
      const canberra = itemsOf(await areas('q=CANB', 'AU'));
      expect([...sydney, ...canberra]).toMatchObject([
        { area_code: '2', city: 'Sydney', region: null },
        { area_code: '2', city: 'Canberra', region: null },
      ]);
    });

    it.each([
      ['a type that there is not', 'number_type=satellite', ['number_type']],
      ['a page of nothing', 'limit=0', ['limit']],
      ['a page of 101', 'limit=101', ['limit']],
      ['a beginning of 101 letters', `q=${'a'.repeat(101)}`, ['q']],
      ['a cursor of nowhere', 'cursor=abc', ['cursor']],
    ])('returns 422 for %s', async (_what, query, fields) => {
      const answer = await areas(query);
      expect([answer.status, codeOf(answer), fieldsOf(answer)]).toEqual([422, 'invalid_input', fields]);
    });

    it('finds an area by a prefix of its city', async () => {
      expect(itemsOf(await areas('q=new%20y'))[0]).toMatchObject({
        area_code: '212',
        city: 'New York',
        region: 'New York',
        in_stock: true,
        from_monthly_price_cents: 100,
      });
    });

    it('returns 404 for a country that no supplier sells, and 422 for an invalid one', async () => {
      expect((await areas('', 'KP')).status).toBe(404);
      for (const none of ['nowhere', 'XX', 'us']) {
        const answer = await areas('', none);
        expect([none, answer.status, fieldsOf(answer)]).toEqual([none, 422, ['country']]);
      }
    });

    it('returns 422 for a cursor of another country', async () => {
      const { next_cursor } = dataOf(await areas('limit=1'));
      const answer = await areas(`limit=1&cursor=${String(next_cursor)}`, 'CA');
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['cursor']]);
    });
  });

  describe('GET /v1/catalog/requirements', () => {
    const requirements = (query: string) => api.get(`/v1/catalog/requirements?${query}`, customer);

    it('returns the required documents', async () => {
      const german = dataOf(await requirements('country=DE&number_type=geographic&end_user_kind=person'));
      expect(german).toMatchObject({
        country: 'DE',
        number_type: 'geographic',
        requires_activation: true,
        address: 'local',
      });
      const purposes = (german['documents'] as Row[]).map(({ purpose }) => purpose);
      expect(purposes).toContain('identity');
      expect(purposes).not.toContain('business');
    });

    it('returns the requirements of the country, with the end users to which they apply', async () => {
      const spanish = dataOf(await requirements('country=ES&number_type=geographic'));
      expect(spanish).toMatchObject({ end_user_kinds: ['person', 'business'], typical_review_hours: 72 });
      expect(spanish['required_fields']).toContainEqual({
        field: 'vat_number',
        reason: 'Spanish tax identification number (CIF).',
        end_user_kinds: ['business'],
      });
      expect(spanish['documents']).toContainEqual({
        purpose: 'address',
        accepted_doc_types: ['utility_bill', 'bank_statement', 'tax_certificate'],
        quantity: 1,
        max_age_days: 90,
        description: null,
        end_user_kinds: ['person', 'business'],
      });
      const german = dataOf(await requirements('country=DE&number_type=tollfree'));
      expect(german['end_user_kinds']).toEqual(['business']);
      expect(german['documents']).toContainEqual(
        expect.objectContaining({ purpose: 'other', description: 'Signed letter of intent.', max_age_days: 30 }),
      );
    });

    it('returns one document for a country or type without listed requirements, and says so', async () => {
      for (const query of ['country=IN&number_type=geographic', 'country=DE&number_type=mobile&end_user_kind=person']) {
        const unlisted = dataOf(await requirements(query));
        expect(unlisted).toMatchObject({
          requires_activation: true,
          end_user_kinds: ['person', 'business'],
          required_fields: [],
          address: 'none',
          documents: [{ purpose: 'other', quantity: 1, description: 'A document of the end user.' }],
        });
        expect(unlisted['restrictions']).toContainEqual(
          expect.objectContaining({ message: expect.stringContaining('not listed') }),
        );
      }
    });

    it('returns what a bundle contains for numbers that work without one', async () => {
      const british = dataOf(await requirements('country=GB&number_type=geographic&end_user_kind=person'));
      expect(british).toMatchObject({ requires_activation: false, address: 'national' });
      expect((british['documents'] as Row[]).map(({ purpose }) => purpose)).toEqual(['identity', 'address']);
    });

    it('returns an empty list when no documents are required', async () => {
      expect(dataOf(await requirements('country=US&number_type=geographic'))).toMatchObject({
        requires_activation: false,
        documents: [],
        address: 'none',
      });
    });

    it.each([
      ['no country', 'number_type=mobile', ['country']],
      ['no type', 'country=US', ['number_type']],
      ['a country in small letters', 'country=us&number_type=mobile', ['country']],
      ['a country of three letters', 'country=USA&number_type=mobile', ['country']],
      ['a type that there is not', 'country=US&number_type=satellite', ['number_type']],
      [
        'a kind that the country does not sell to',
        'country=DE&number_type=tollfree&end_user_kind=person',
        ['end_user_kind'],
      ],
      ['a kind that there is not', 'country=US&number_type=mobile&end_user_kind=robot', ['end_user_kind']],
    ])('returns 422 for %s', async (_what, query, fields) => {
      const answer = await requirements(query);
      expect([answer.status, fieldsOf(answer)]).toEqual([422, fields]);
    });

    it.each(['country=KP&number_type=mobile', 'country=AQ&number_type=mobile', 'country=US&number_type=inum'])(
      'returns 422 country_not_supported for %s, which no supplier sells',
      async (query) => {
        const answer = await requirements(query);
        expect([answer.status, codeOf(answer), fieldsOf(answer)]).toEqual([422, 'country_not_supported', ['country']]);
      },
    );
  });

  it('does not return numbers that are sold', async () => {
    const shopping = new Shopping(api, customer);
    const [row] = await shopping.search('area_code=305&sort=e164', 1);
    await shopping.order({ select_token: row?.['select_token'] });
    const [next] = await shopping.search('area_code=305&sort=e164', 1);
    expect(next?.['e164']).not.toBe(row?.['e164']);
  });
});
