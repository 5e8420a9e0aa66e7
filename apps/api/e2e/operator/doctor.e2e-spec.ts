import { Database } from '@trunkline/platform';
import { startApi, type TestApi } from '../support';
import { codeOf, dataOf, fieldsOf } from '../support/numbering/shopping';

const PATH = '/operator/doctor';

interface Diagnosis {
  readonly ok: boolean;
  readonly findings: readonly { readonly check: string; readonly status: string; readonly message: string }[];
}

describe('the doctor', () => {
  let api: TestApi;
  beforeAll(async () => (api = await startApi()));
  afterAll(() => api.stop());

  const audited = () =>
    api.use(Database).query(`SELECT after FROM platform.audit_trail WHERE action = 'doctor.examine' ORDER BY id`);

  it("returns 401 without an operator's token", async () => {
    for (const method of ['GET', 'POST'])
      expect((await fetch(`${api.internalUrl}${PATH}`, { method })).status).toBe(401);
  });

  it('returns 200 with the findings of a sandbox, and changes nothing', async () => {
    const { findings } = dataOf(await api.operator('GET', PATH)) as unknown as Diagnosis;
    const checks = [...new Set(findings.map(({ check }) => check))];
    expect(checks).toEqual([
      'database',
      'replica',
      'redis',
      'mail',
      'documents',
      'suppliers',
      'cards',
      'public-url',
      'processes',
      'carriers',
      'alarms',
      'switches',
      'prices',
      'call-prices',
      'backups',
      'secrets',
    ]);
    expect(findings).toContainEqual({
      check: 'database',
      status: 'ok',
      message: 'All migrations have run.',
      remedy: null,
    });
    expect(findings.filter(({ status, check }) => status === 'fault' && check === 'database')).toEqual([]);
    expect(await audited()).toEqual([]);
  });

  it('returns 200 to a POST that stores and deletes a document and sends a mail, and audits it', async () => {
    const answer = await api.operator('POST', PATH, { mail_to: 'ops@example.com', call_to: 'echo' });
    const { findings } = dataOf(answer) as unknown as Diagnosis;
    const messages = findings.map(({ message }) => message);
    expect([answer.status, messages]).toEqual([
      200,
      expect.arrayContaining(['A file was stored in DATA_DIR, read and deleted.']),
    ]);
    expect(messages).toContainEqual(expect.stringContaining('A mail to ops@example.com was accepted'));
    expect(messages).toContain('No switch waits for commands, so none could place the test call.');
    expect(await audited()).toEqual([{ after: { mail_to: 'ops@example.com', call_to: 'echo' } }]);
  });

  it.each([
    [{ mail_to: 'not an address' }, 'mail_to'],
    [{ call_to: 'tel:+4930901820' }, 'call_to'],
    [{ colour: 'red' }, 'colour'],
  ])('returns 422 for %j', async (body, field) => {
    const answer = await api.operator('POST', PATH, body);
    expect([answer.status, codeOf(answer), fieldsOf(answer)]).toEqual([422, 'invalid_input', [field]]);
  });
});
