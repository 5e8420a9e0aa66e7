import { bySession, type Customer, DASHBOARD_ORIGIN, startApi, type TestApi } from '../support';
import { exchange } from '../support/exchange';
import { badValues, type Operation, operationsOf } from '../support/operations';
import { failure } from '../support/refusals';

const MEGABYTE = `{"a":"${'x'.repeat(1024 * 1024)}"}`;
// Browsers reach the callback with any query that a third party appended, and are always redirected. OAuth has forms of its own.
const WITHOUT_ENVELOPE = /^\/(health|\.well-known|oauth2\/)|^\/v1\/auth\/idp\/[^/]+\/callback$/;
// Returns 204 for any JSON: see identity/sign-in/mailed-links.e2e-spec.ts.
const SILENT = /^\/v1\/auth\/(email\/resend|forgot-password|magic-link)$/;

describe('invalid input', () => {
  let api: TestApi;
  let customer: Customer;
  let all: Operation[];
  let operations: Operation[];
  let changes: Operation[];

  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make({ balanceCents: 100_000 });
    const document = await (await fetch(`${api.url}/openapi.json`)).json();
    all = operationsOf(document);
    operations = all.filter(({ path }) => !WITHOUT_ENVELOPE.test(path) && !SILENT.test(path));
    changes = operations.filter(({ body }) => body !== null);
  });
  afterAll(() => api.stop());

  /** Sends an operation with the customer's session, and with a file if it takes one. No rejected request ends the session. */
  const send = (operation: Operation, body: unknown, headers: Record<string, string> = {}, query = '') =>
    api.send(operation.method, `${operation.path}${query}`, {
      sender: bySession(customer),
      ...(operation.isCsvOnly ? { body: 'e164,label', headers: { 'content-type': 'text/csv' } } : { body, headers }),
    });

  /** Request and response, for the message of a failure. */
  const summaryOf = (operation: Operation, what: string, answer: { status: number; text: string }) =>
    `${operation.name} with ${what}: ${answer.status} ${answer.text.slice(0, 300)}`;

  it('has operations to send it to', () => {
    expect(operations.length).toBeGreaterThan(30);
  });

  it('returns 400 malformed_json for invalid JSON', async () => {
    for (const operation of changes) {
      const answer = await send(operation, '{"a":');
      expect(summaryOf(operation, 'half a body', answer)).toMatch(/: 400 /);
      expect(answer.body.error?.code).toBe('malformed_json');
    }
  });

  it('returns 415 for another content type', async () => {
    for (const operation of changes) {
      const answer = await send(operation, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' });
      expect(summaryOf(operation, 'a form', answer)).toMatch(/: 415 /);
    }
  });

  it.each(['utf-8', 'UTF-8', 'utf8', '"utf8"'])('accepts the charset %s', async (charset) => {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    const answer = await api.post('/v1/sip-trunks', { name: `Köln ${charset}` }, bySession(customer), headers);
    expect([answer.status, answer.body.data]).toMatchObject([201, { name: `Köln ${charset}` }]);
  });

  it.each(['utf-16', 'utf-7', 'latin1'])('returns 415 for the charset %s', async (charset) => {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    expect((await api.post('/v1/sip-trunks', {}, bySession(customer), headers)).status).toBe(415);
  });

  it('returns 413 for a body of one megabyte', async () => {
    const uploads = ['POST /v1/compliance/documents', 'POST /v1/porting/requests/import'];
    for (const operation of changes.filter(({ name }) => !uploads.includes(name))) {
      const answer = await send(operation, MEGABYTE);
      expect(summaryOf(operation, 'a megabyte', answer)).toMatch(/: 413 /);
    }
  });

  it.each([['[]'], ['"text"'], ['5'], ['true']])('returns 422 for the body %s', async (body) => {
    for (const operation of changes) {
      const answer = await send(operation, body);
      expect(summaryOf(operation, body, answer)).toMatch(/: 422 /);
    }
  });

  it('returns 422 naming an unknown member', async () => {
    for (const operation of changes) {
      const answer = await send(operation, { unknown_member: 1 });
      expect(summaryOf(operation, 'an unknown member', answer)).toMatch(/: 422 /);
      expect(answer.body.error?.fields).toHaveProperty('unknown_member');
    }
  });

  it('returns 422 naming an unknown query parameter', async () => {
    for (const operation of operations) {
      const answer = await send(operation, undefined, {}, '?unknown_parameter=1');
      expect(summaryOf(operation, 'an unknown parameter', answer)).toMatch(/: 422 /);
      expect(answer.body.error?.fields).toHaveProperty('unknown_parameter');
    }
  });

  it('returns 422 naming each field of a wrong type, with control characters, or over its limit', async () => {
    for (const operation of changes) {
      for (const [field, schema] of Object.entries(operation.body ?? {})) {
        for (const value of badValues(schema)) {
          const answer = await send(operation, { [field]: value });
          const what = summaryOf(operation, `${field} = ${JSON.stringify(value).slice(0, 40)}`, answer);
          expect(what).toMatch(/: 422 /);
          const named = Object.keys(answer.body.error?.fields ?? {}).map((name) => name.split('.')[0]);
          expect([what, ...named]).toContain(field);
        }
      }
    }
  });

  it('returns 422 for prototype members, deep nesting, nested lists and long lists', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const hostileBodies = (field: string) => [
      `{"${field}":{"constructor":{}}}`,
      `{"${field}":[{"__proto__":1}]}`,
      `{"toString":"x"}`,
      `{"${field}":${nested(60_000)}}`,
      `{"${field}":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":1}}}}}}}}}}}}`,
      `{"${field}":[[]]}`,
      `{"${field}":[${'{},'.repeat(80_000)}{}]}`,
      `{${Array.from({ length: 20_000 }, (_, n) => `"m${n}":1`).join()}}`,
      'null',
    ];
    for (const operation of changes) {
      for (const body of hostileBodies(Object.keys(operation.body ?? {})[0] ?? 'any')) {
        const answer = await send(operation, body);
        expect(summaryOf(operation, body.slice(0, 60), answer)).toMatch(/: 422 /);
        expect(answer.text.length).toBeLessThan(10_000);
      }
    }
  });

  it('returns 422 for prototype members in a query', async () => {
    for (const operation of operations) {
      const answer = await send(operation, undefined, {}, '?toString=1&constructor=1');
      expect(summaryOf(operation, '?toString', answer)).toMatch(/: 422 /);
    }
  });

  it('never returns 5xx for integers beyond 32 bits in a query', async () => {
    for (const operation of operations) {
      for (const [name, { type }] of Object.entries(operation.query)) {
        if (type !== 'integer') continue;
        for (const value of [2 ** 31, 2 ** 53 - 1, -(2 ** 31) - 1]) {
          const answer = await send(operation, undefined, {}, `?${name}=${value}`);
          expect([operation.name, name, value, answer.status < 500]).toEqual([operation.name, name, value, true]);
        }
      }
    }
  });

  it('returns 400 for bytes that are not UTF-8', async () => {
    const body = Buffer.from([...Buffer.from('{"name":"'), 0xff, 0xfe, ...Buffer.from('"}')]);
    const headers = { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${api.url}/v1/sip-trunks`, { method: 'POST', headers, body });
    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
      400,
      'malformed_json',
    ]);
  });

  it('returns 422 naming each query parameter of a wrong type', async () => {
    for (const operation of operations) {
      for (const [name, { type, enum: values }] of Object.entries(operation.query)) {
        const bad = [`${name}=%00`, ...(type === 'integer' || type === 'boolean' || values ? [`${name}=abc`] : [])];
        for (const query of bad) {
          const answer = await send(operation, undefined, {}, `?${query}`);
          const what = summaryOf(operation, query, answer);
          expect(what).toMatch(/: 422 /);
          expect([what, ...Object.keys(answer.body.error?.fields ?? {})]).toContain(name);
        }
      }
    }
  });

  it('never returns 5xx for control characters, invalid encodings and long identifiers in paths', async () => {
    const parts = ['%00', '%ff', '%', 'x'.repeat(5000), "'; DROP TABLE x --", '%2e%2e%2f', '\u202e'];
    const headers = { cookie: customer.cookie, origin: DASHBOARD_ORIGIN, 'content-type': 'application/json' };
    const withParameters = all.filter(({ template }) => template.includes('{'));
    expect(withParameters.length).toBeGreaterThan(50);
    // Without the check against the document: some of these are rejected before they reach the operation.
    for (const { name, method, template, body } of withParameters) {
      for (const part of parts) {
        // Not encoded here: the URL parser encodes what HTTP requires, and leaves `%` as it is.
        const path = template.replace(/\{[^}]+\}/g, () => part);
        const answer = await exchange(method, `${api.url}${path}`, headers, body ? '{}' : undefined);
        expect([name, part, answer.status < 500]).toEqual([name, part, true]);
      }
    }
  });

  it('returns 400 malformed_request for an invalid encoding in a path, and 404 not_found for NUL', async () => {
    const read = (id: string) => api.get(`/v1/sip-trunks/${id}`, bySession(customer));
    expect(await read('%ff')).toMatchObject(failure(400, 'malformed_request'));
    expect(await read('%00')).toMatchObject(failure(404, 'not_found'));
  });

  it('leaves the paths of the dashboard to it, whatever they contain', async () => {
    for (const path of ['/dashboard/numbers/%00', '/dashboard/%', '/dashboard/%ff']) {
      expect([path, (await api.get(path)).status]).toEqual([path, 404]);
    }
    expect(await api.get('/dashboards/%ff')).toMatchObject(failure(400, 'malformed_request'));
  });
});
