import { PUBLIC_EVENT_TYPES } from '@trunkline/kernel';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Customer, startApi, type TestApi } from '../../support';

interface EventType {
  readonly type: string;
  readonly description: string;
  readonly schema: { readonly $defs: Readonly<Record<string, { properties?: object }>> };
  readonly example: { readonly type: string; readonly data: Readonly<Record<string, unknown>> };
}

describe('/v1/webhooks/event-types', () => {
  let api: TestApi;
  let customer: Customer;
  let types: EventType[];

  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make();
    const answer = await api.get('/v1/webhooks/event-types', customer);
    expect(answer.status).toBe(200);
    types = (answer.body.data as { items: EventType[] }).items;
  });
  afterAll(() => api.stop());

  it('returns 200 with every raised type', () => {
    expect(types.map(({ type }) => type)).toEqual([...PUBLIC_EVENT_TYPES]);
  });

  it('describes the payload of each type by a self-contained schema, which its example fulfils', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictTuples: false, allErrors: true });
    addFormats.default(ajv);
    for (const { type, schema, example } of types) {
      const validate = ajv.compile(schema);
      expect([type, validate(example), validate.errors]).toEqual([type, true, null]);
      expect(validate({ ...example, type: 'another' })).toBe(false);
      const names = Object.values(schema.$defs).flatMap(({ properties = {} }) => Object.keys(properties));
      expect(names).toEqual(expect.arrayContaining(Object.keys(example.data)));
    }
  });

  it('returns 401 without a credential', async () => {
    expect((await api.get('/v1/webhooks/event-types')).status).toBe(401);
  });

  it('lets GET /v1/events filter by each type', async () => {
    for (const type of PUBLIC_EVENT_TYPES) {
      const answer = await api.get(`/v1/events?type=${type}`, customer);
      expect([type, answer.status, answer.body.data]).toEqual([type, 200, { items: [], next_cursor: null }]);
    }
    expect((await api.get('/v1/events?type=call.imagined', customer)).status).toBe(422);
  });
});
