import { emailAddress } from '@trunkline/kernel';
import { bySession } from '../../support/customers';
import { type BodyCase, BODIES, type Kept } from '../../support/identity/bodies';
import { type Answer, type Customer, startApi, type TestApi } from '../../support';

/** Unusual values. Each is rejected by name or stored unchanged. */
const NASTY: readonly unknown[] = [
  null,
  7,
  0.5,
  -1,
  2 ** 60,
  true,
  false,
  ['x'],
  [null],
  { $ne: null },
  '',
  'abcdefgh\nij',
  '👩‍👩‍👧‍👦🚀🚀🚀🚀🚀🚀🚀',
  '\u200fabcdefgh\u200e',
  'Cafe\u0301 Zu\u0308rich',
  '  Ada  ',
  `x'; DROP TABLE identity.users; --`,
  '<script>alert(1)</script>',
];
/** Values that every text field rejects. */
const POISON: readonly string[] = [
  'abc\u0000defghij',
  'abc\u0007\u001bdefghij',
  '\u0007abcdefghij',
  'abcdefghij\u0085',
  'abcdefgh\ud83d',
  '\u202eabcdefgh\u202c',
  'abcdefgh\u2066',
  'x'.repeat(10_000),
];
/** Texts without a visible character, which are valid only as passwords. */
const BLANK: readonly string[] = ['          ', '\u200b'.repeat(10), '\ufeff\u200d\u3164\u2800'];
/** Emails are trimmed and otherwise rejected. */
const UNSEEN = [
  '\u200b',
  '\u00ad',
  '\u2060',
  '\ufe0f',
  '\u180e',
  '\u200c',
  '\u200d',
  '\u034f',
  '\u202e',
  '\n',
  '\t',
  '\u00a0',
];
const ADDRESSES: readonly string[] = [
  ...UNSEEN.flatMap((each) => [
    `a@b.example${each}`,
    `${each}a@b.example`,
    `a@b.exa${each}mple`,
    `a${each}b@b.example`,
  ]),
  '\u00e4@b.example',
  'a@b',
];
const PROOF_STATUSES = [200, 201, 202, 204, 400, 401, 403, 409, 410];

const isEmail = (field: string) => field.endsWith('email');

/** Returns the stored form of an accepted value: trimmed NFC, and canonical emails. */
function keptForm(field: string, value: unknown, kept: Kept): unknown {
  if (typeof value !== 'string' || field.endsWith('password') || kept === 'proof') return value;
  return isEmail(field) ? emailAddress(value) : value.normalize('NFC').trim();
}

describe('invalid input', () => {
  let api: TestApi;
  let customer: Customer;
  beforeAll(async () => {
    api = await startApi();
    customer = await api.customers.make();
  });
  afterAll(() => api.stop());

  const send = async (
    { name, path, good, undo, isPublic }: BodyCase,
    change: (body: object) => object,
    its: Customer,
  ) => {
    const [method = '', fixed = ''] = name.split(' ');
    const address = (await path?.(api, its)) ?? fixed;
    const body = change((await good?.(api, its)) ?? {}) as Record<string, unknown>;
    const sender = isPublic ? {} : { cookie: its.cookie };
    const answer = await api.send(method, address, { body, sender, headers: {} });
    return { answer, body, put: async () => undo?.(api, its) };
  };
  const withField = (field: string, value: unknown) => (body: object) => {
    const [outer = '', inner] = field.split('.');
    return { ...body, [outer]: inner === undefined ? value : { [inner]: value } };
  };
  const isNamed = ({ status, body }: Answer, field: string) =>
    status === 422 &&
    body.error?.code === 'invalid_input' &&
    Object.keys(body.error.fields ?? {}).some((name) => name === field || name.startsWith(`${field}.`));

  /** Returns an error if a value was neither rejected by name nor stored unchanged, else nothing. */
  const faultOf = async (bodyCase: BodyCase, field: string, value: unknown, its: Customer) => {
    const kept = bodyCase.fields[field]!;
    const { answer, body, put } = await send(bodyCase, withField(field, value), its);
    const fault = (what: unknown) => [
      JSON.stringify(value).slice(0, 60),
      answer.status,
      answer.text.slice(0, 200),
      what,
    ];
    if (answer.status === 422) return isNamed(answer, field) ? null : fault('does not name the field');
    if (kept === 'proof' || kept === 'flag') {
      await put();
      const isTaken =
        typeof value === (kept === 'flag' ? 'boolean' : 'string') || (value === null && field === 'token');
      return isTaken && PROOF_STATUSES.includes(answer.status) ? null : fault(`takes what is no ${kept}`);
    }
    if (answer.status >= 300) return fault('is neither refused by name nor taken');
    const data = (answer.body.data ?? {}) as Record<string, unknown>;
    const stored = await kept({ api, customer: its, body, data });
    await put();
    const wanted = keptForm(field, value, kept);
    return JSON.stringify(stored) === JSON.stringify(wanted) ? null : fault({ stored, wanted });
  };

  const cases = BODIES.flatMap((bodyCase) =>
    Object.keys(bodyCase.fields).map((field): [string, string, BodyCase] => [bodyCase.name, field, bodyCase]),
  );
  it.each(cases)('is stored unchanged, or rejected by name: %s, %s', async (_name, field, bodyCase) => {
    const its = await api.customers.make();
    const faults: unknown[] = [];
    for (const value of NASTY) {
      faults.push(await faultOf(bodyCase, field, value, bodyCase.isFinal ? await api.customers.make() : its));
    }
    expect(faults.filter((each) => each !== null)).toEqual([]);
  });

  it.each(cases)(
    'is rejected for control characters, unpaired surrogates and excessive length: %s, %s',
    async (_name, field, bodyCase) => {
      const its = await api.customers.make();
      const isShown = bodyCase.fields[field] !== 'proof' && !field.endsWith('password');
      const taken: unknown[] = [];
      for (const value of [...POISON, ...(isShown ? BLANK : []), ...(isEmail(field) ? ADDRESSES : [])]) {
        const { answer } = await send(bodyCase, withField(field, value), its);
        if (!isNamed(answer, field))
          taken.push([JSON.stringify(value).slice(0, 60), answer.status, answer.text.slice(0, 200)]);
      }
      expect(taken).toEqual([]);
    },
  );

  const required = BODIES.flatMap((bodyCase) =>
    (bodyCase.required ?? []).map((field): [string, string, BodyCase] => [bodyCase.name, field, bodyCase]),
  );
  it.each(required)('makes %s name %s when it is missing', async (_name, field, bodyCase) => {
    const without = (body: object) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
    const { answer } = await send(bodyCase, without, customer);
    expect([answer.text, isNamed(answer, field)]).toEqual([answer.text, true]);
  });

  it.each(['/v1/auth/email/resend', '/v1/auth/forgot-password', '/v1/auth/magic-link'])(
    'returns 204 for any email at POST %s',
    async (path) => {
      const emails = [...NASTY, ...POISON, ...BLANK, ...ADDRESSES];
      // In parallel: each response takes its minimum duration.
      const answers = await Promise.all(emails.map((email) => api.post(path, { email })));
      expect(answers.map(({ status }, index) => [emails[index], status])).toEqual(emails.map((email) => [email, 204]));
    },
  );

  const paths = ['/v1/auth/signup', '/v1/auth/verify-email', '/v1/auth/login', '/v1/api-keys'];
  describe.each(paths)('POST %s', (path) => {
    const post = (body: unknown, headers: Record<string, string> = {}) =>
      api.post(path, body, bySession(customer), headers);

    it.each([
      ['a list', []],
      ['null', 'null'],
      ['text', '"x"'],
      ['a number', '7'],
    ])('returns 422 for the body %s', async (_name, body) => {
      expect((await post(body)).status).toBe(422);
    });

    it('returns 400 for invalid JSON', async () => {
      for (const body of ['{', '{"a":1,}', 'email=x'])
        expect(await post(body)).toMatchObject({ status: 400, body: { error: { code: 'malformed_json' } } });
    });

    it('returns 413 for a body of one megabyte', async () => {
      expect((await post({ name: 'x'.repeat(1_000_000) })).status).toBe(413);
    });

    it('returns 415 for another media type', async () => {
      expect((await post('a=1', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    });

    it('returns 422 for a prototype member', async () => {
      const answer = await post('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}');
      expect(answer.status).toBe(422);
    });
  });
});
