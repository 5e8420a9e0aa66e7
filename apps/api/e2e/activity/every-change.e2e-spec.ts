import { startApi, type TestApi } from '../support';
import { operationsOf } from '../support/operations';
import { UNRECORDED } from './unrecorded';
import { Walk } from './walk';
import { account, money } from './walk-account';
import { numbers, ports } from './walk-numbers';
import { records } from './walk-records';
import { routes, tools } from './walk-routes';

describe('activity', () => {
  let api: TestApi;
  let walk: Walk;

  beforeAll(async () => {
    api = await startApi();
    walk = new Walk(api, await api.customers.make({ balanceCents: 100_000 }));
    // The last part closes the account.
    for (const part of [numbers, records, ports, routes, money, tools, account]) await part(walk);
  });
  afterAll(() => api.stop());

  it('covers every operation of the document that changes something, or says why it records nothing', async () => {
    const document = await (await fetch(`${api.url}/openapi.json`)).json();
    const changing = operationsOf(document)
      .filter(({ method }) => method !== 'GET')
      .map(({ name }) => name);
    expect([...walk.entries.keys(), ...Object.values(UNRECORDED).flat()].sort()).toEqual(changing.sort());
  });

  it('has an entry of each of these operations, of the user who made it', () => {
    const without = [...walk.entries].filter(([, recorded]) => recorded.length === 0).map(([name]) => name);
    expect(without).toEqual([]);
    const others = [...walk.entries].filter(([, recorded]) => recorded.some(({ actor }) => actor !== 'user'));
    expect(others.map(([name]) => name)).toEqual([]);
    const empty = [...walk.entries].filter(([, recorded]) => recorded.every(({ changes }) => changes.length === 0));
    expect(empty.map(([name]) => name)).toEqual([]);
  });

  it('contains no secret and no personal data of end users', async () => {
    expect(walk.marks.size).toBeGreaterThan(60);
    expect(await walk.found()).toEqual([]);
    // Of a field that may be shown, the scan finds the value.
    walk.keep('Analytical Engines');
    expect(await walk.found()).toEqual(['Analytical Engines']);
  });

  it('names the fields whose values are left out', async () => {
    const redacted = await walk.db.query<{ field: string }>(
      `SELECT DISTINCT resource_kind || '.' || (change ->> 'field') AS field
       FROM platform.activity, jsonb_array_elements(changes) AS change WHERE account_id = $1 AND change ->> 'redacted' = 'true'`,
      [walk.customer.accountId],
    );
    expect(new Set(redacted.map(({ field }) => field))).toEqual(
      new Set([
        'api_key.key',
        'bundle.name',
        'call_webhook_secret.secret',
        'document.content',
        'document.details',
        'end_user.details',
        'export.callback_secret',
        'export.callback_url',
        'export.filters',
        'invitation.email',
        'invitation.token',
        'number.notes',
        'number.port_out_pin',
        'number.sms_webhook_url',
        'oauth_app.client_secret',
        'opt_out.to',
        'port_comment.body',
        'port_request.details',
        'port_request.documents',
        'routing_target.webhook_url',
        'sip_credentials.sip_password',
        'sip_gateway.auth_password',
        'sip_gateway.custom_headers',
        'webhook.secret',
        'webhook.url',
      ]),
    );
  });
});
