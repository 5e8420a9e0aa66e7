import { OAUTH_SCOPES } from '@trunkline/kernel';
import { type Customer, startApi, type TestApi } from '../support';
import { accessToken } from '../support/identity/access-tokens';
import { type Operation, operationsOf } from '../support/operations';

/** Statuses of a request that was authorized: it failed, if at all, for its own input. */
const AUTHORIZED = [200, 201, 202, 204, 400, 402, 404, 409, 410, 413, 422];

describe('every operation of /v1 with every OAuth scope', () => {
  let api: TestApi;
  let customer: Customer;
  let operations: Operation[];
  const tokens = new Map<string, string>();

  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make();
    const document: unknown = await (await fetch(`${api.url}/openapi.json`)).json();
    const isOfApi = ({ name, credentials }: Operation) => name.includes(' /v1/') && credentials.length > 0;
    operations = operationsOf(document).filter(isOfApi);
    for (const scope of OAUTH_SCOPES) tokens.set(scope, await accessToken(api, customer, [scope]));
  });
  afterAll(() => api.stop());

  /** What the permission table says: the operation takes tokens, and the scope covers its permissions. */
  const isPermitted = ({ credentials, permissions, anyPermission }: Operation, scope: string) => {
    const isCovered = (each: string) => each === scope || each === scope.replace(':write', ':read');
    const isChosen = anyPermission.length === 0 || anyPermission.some(isCovered);
    return credentials.includes('oauth') && permissions.every(isCovered) && isChosen;
  };

  it.each(OAUTH_SCOPES)('is permitted by %s exactly when the scope covers its permission', async (scope) => {
    const headers = { authorization: `Bearer ${tokens.get(scope)}` };
    const [expected, actual]: [Record<string, boolean>, Record<string, boolean>] = [{}, {}];
    expect(operations.length).toBeGreaterThan(80);
    for (const operation of operations) {
      const { method, path, name, body, isCsvOnly } = operation;
      const sent = isCsvOnly
        ? { body: 'a', headers: { ...headers, 'content-type': 'text/csv' } }
        : { body: body ? {} : undefined, headers };
      const answer = await api.send(method, path, { ...sent, sender: {} });
      if (answer.status !== 403) expect([name, AUTHORIZED.includes(answer.status)]).toEqual([name, true]);
      expected[name] = isPermitted(operation, scope);
      actual[name] = answer.status !== 403;
    }
    expect(actual).toEqual(expected);
  });

  it('takes tokens where every permission can be granted, except for what only sessions and keys read', () => {
    const grantable: readonly string[] = OAUTH_SCOPES;
    const isGrantable = ({ permissions, anyPermission }: Operation) =>
      permissions.length + anyPermission.length > 0 &&
      permissions.every((each) => grantable.includes(each)) &&
      (anyPermission.length === 0 || anyPermission.some((each) => grantable.includes(each)));
    const takesTokens = ({ credentials }: Operation) => credentials.includes('oauth');
    expect(operations.filter((each) => takesTokens(each) && !isGrantable(each))).toEqual([]);
    const closed = operations.filter((each) => isGrantable(each) && !takesTokens(each)).map(({ name }) => name);
    expect(closed).toEqual([
      'POST /v1/numbers/{e164}/port-out-pin',
      'GET /v1/billing/topups',
      'GET /v1/billing/topups/{id}',
      'GET /v1/billing/topups/{id}/receipt',
      'GET /v1/billing/rates',
      'GET /v1/billing/sms-rates',
      'GET /v1/activity',
      'GET /v1/accounts/me/closure',
      'GET /v1/accounts/me/members',
      'GET /v1/api-keys',
      'GET /v1/api-keys/{id}',
      'GET /v1/oauth-apps',
      'GET /v1/oauth-apps/{id}',
    ]);
    expect(operations.filter(takesTokens).length).toBeGreaterThan(50);
  });
});
