import { addDays, addSeconds } from '@trunkline/kernel';
import { ApiKey, type NewApiKey } from './api-key';
import { hashSecret } from './secrets';

const now = new Date('2026-01-01T00:00:00Z');
const end = addDays(now, 30);
const wanted: NewApiKey = {
  accountId: 'acc_1',
  userId: 'usr_1',
  name: 'ci',
  scopes: ['*'],
  allowedCidrs: [],
  expiresAt: null,
};
const rotation = { userId: 'usr_1', graceSeconds: 60 };
const issue = (change: Partial<NewApiKey> = {}) => ApiKey.issue({ ...wanted, ...change }, now);
const refusal = (code: string, ...fields: string[]) =>
  expect.objectContaining({
    code,
    ...(fields.length > 0 && {
      fields: expect.objectContaining(Object.fromEntries(fields.map((f) => [f, expect.any(String)]))),
    }),
  });

/** Every state that a key can be in at `end` less a second, but for the expired ones, which have reached theirs. */
const STATES: Readonly<Record<string, () => ApiKey>> = {
  active: () => issue({ expiresAt: end }).apiKey,
  'active, without an end': () => issue().apiKey,
  'rotated, in its grace': () => {
    const { apiKey } = issue();
    apiKey.rotate({ ...rotation, graceSeconds: 2 }, addSeconds(end, -2));
    return apiKey;
  },
  'rotated, past its grace': () => {
    const { apiKey } = issue();
    apiKey.rotate(rotation, now);
    return apiKey;
  },
  expired: () => issue({ expiresAt: addDays(now, 20) }).apiKey,
  revoked: () => {
    const { apiKey } = issue({ expiresAt: end });
    apiKey.revoke(now);
    return apiKey;
  },
  'revoked, past its end': () => {
    const { apiKey } = issue({ expiresAt: addDays(now, 20) });
    apiKey.revoke(now);
    return apiKey;
  },
};
const moment = addSeconds(end, -1);

const EVENTS: Readonly<Record<string, (key: ApiKey) => void>> = {
  'nothing happens': () => undefined,
  'its end is reached': () => undefined,
  rename: (key) => key.change({ name: 'deploy' }, moment),
  'shorten its expiry': (key) => key.change({ expiresAt: addSeconds(moment, 1) }, moment),
  'end later': (key) => key.change({ expiresAt: addDays(now, 6 * 365) }, moment),
  rotate: (key) => key.rotate(rotation, moment),
  revoke: (key) => key.revoke(moment),
};

const REFUSED = {
  'nothing happens': 'expired',
  'its end is reached': 'expired',
  rename: 'invalid_state',
  'shorten its expiry': 'invalid_state',
  'end later': 'invalid_state',
  rotate: 'invalid_state',
  revoke: 'revoked',
};
const OUTCOMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  active: {
    'nothing happens': 'active',
    'its end is reached': 'expired',
    rename: 'active',
    'shorten its expiry': 'active',
    'end later': 'invalid_input',
    rotate: 'active',
    revoke: 'revoked',
  },
  'active, without an end': {
    'nothing happens': 'active',
    'its end is reached': 'active',
    rename: 'active',
    'shorten its expiry': 'active',
    'end later': 'invalid_input',
    rotate: 'active',
    revoke: 'revoked',
  },
  'rotated, in its grace': {
    'nothing happens': 'active',
    'its end is reached': 'expired',
    rename: 'active',
    'shorten its expiry': 'active',
    'end later': 'invalid_input',
    rotate: 'invalid_state',
    revoke: 'revoked',
  },
  'rotated, past its grace': REFUSED,
  expired: REFUSED,
  revoked: { ...REFUSED, 'nothing happens': 'revoked', 'its end is reached': 'revoked' },
  'revoked, past its end': { ...REFUSED, 'nothing happens': 'revoked', 'its end is reached': 'revoked' },
};

const cases = Object.entries(OUTCOMES).flatMap(([state, row]) =>
  Object.entries(row).map(([event, outcome]) => [state, event, outcome] as const),
);

describe('An API key', () => {
  it.each(cases)('follows its table of states: %s, %s → %s', (state, event, outcome) => {
    const key = STATES[state]!();
    let refusal: unknown;
    try {
      EVENTS[event]!(key);
    } catch (error) {
      refusal = error;
    }
    const at = event === 'its end is reached' ? end : moment;
    expect(refusal === undefined ? key.status(at) : (refusal as { code: string }).code).toBe(outcome);
  });

  it('is svc_live_ and 32 characters, of which only the hash and the first twelve are stored', () => {
    const { apiKey, key } = issue();
    expect(key).toMatch(/^svc_live_[A-Za-z0-9_-]{32}$/);
    expect(apiKey.keyHash).toEqual(hashSecret(key));
    expect(apiKey.prefixDisplay).toBe(`${key.slice(0, 12)}…`);
    expect(JSON.stringify(apiKey)).not.toContain(key);
  });

  it('expires more than an hour and at most five calendar years from now, or never', () => {
    const fiveYears = new Date('2031-01-01T00:00:00Z');
    for (const expiresAt of [now, addSeconds(now, 3600), addSeconds(fiveYears, 1)]) {
      expect(() => issue({ expiresAt })).toThrow(refusal('invalid_input', 'expires_at'));
    }
    for (const expiresAt of [null, addSeconds(now, 3601), fiveYears]) {
      expect(issue({ expiresAt }).apiKey.status(now)).toBe('active');
    }
  });

  it('may be restricted to networks', () => {
    expect(issue({ allowedCidrs: ['203.0.113.0/24', '2001:db8::1'] }).apiKey.allowedCidrs).toHaveLength(2);
    expect(() => issue({ allowedCidrs: ['203.0.113.0/33'] })).toThrow(refusal('invalid_input', 'allowed_cidrs'));
  });

  it('is expired from exactly its expiry', () => {
    const { apiKey } = issue({ expiresAt: addSeconds(now, 7200) });
    expect(apiKey.status(addSeconds(now, 7199))).toBe('active');
    expect(apiKey.status(addSeconds(now, 7200))).toBe('expired');
  });

  it('stays revoked', () => {
    const { apiKey } = issue({ expiresAt: addSeconds(now, 7200) });
    apiKey.revoke(now);
    apiKey.revoke(addDays(now, 1));
    expect(apiKey.revokedAt).toEqual(now);
    expect(apiKey.status(addDays(now, 1))).toBe('revoked');
  });

  describe('when it is changed', () => {
    it('accepts a name and an earlier expiry', () => {
      const { apiKey } = issue();
      apiKey.change({ name: 'deploy' }, now);
      apiKey.change({ expiresAt: addDays(now, 30) }, now);
      apiKey.change({ expiresAt: addDays(now, 10) }, now);
      expect(apiKey).toMatchObject({ name: 'deploy', expiresAt: addDays(now, 10) });
      expect(() => apiKey.change({ name: 'x', expiresAt: addDays(now, 11) }, now)).toThrow(
        refusal('invalid_input', 'expires_at'),
      );
      expect(() => apiKey.change({ expiresAt: now }, now)).toThrow(refusal('invalid_input', 'expires_at'));
      expect(apiKey).toMatchObject({ name: 'deploy', expiresAt: addDays(now, 10) });
    });

    it('rejects an expiry beyond five years', () => {
      const { apiKey } = issue();
      const expiresAt = addDays(now, 6 * 365);
      expect(() => apiKey.change({ expiresAt }, now)).toThrow(refusal('invalid_input', 'expires_at'));
      expect(apiKey.expiresAt).toBeNull();
    });
  });

  describe('when it is rotated', () => {
    it('creates a key with the same scopes, networks and expiry, for the caller', () => {
      const rights = { allowedCidrs: ['203.0.113.7'], expiresAt: addDays(now, 30), name: 'ci' };
      const { apiKey, key } = issue(rights);
      const rotated = apiKey.rotate({ userId: 'usr_2', graceSeconds: 60 }, now);
      expect(rotated.key).not.toBe(key);
      expect(rotated.apiKey).toMatchObject({ ...wanted, ...rights, userId: 'usr_2' });
      expect(apiKey).toMatchObject({ userId: 'usr_1', replacedById: rotated.apiKey.id });
    });

    it('works until its grace period ends, and never beyond its expiry', () => {
      const { apiKey } = issue();
      apiKey.rotate(rotation, now);
      expect(apiKey.status(addSeconds(now, 59))).toBe('active');
      expect(apiKey.status(addSeconds(now, 60))).toBe('expired');
      const { apiKey: short } = issue({ expiresAt: addSeconds(now, 7200) });
      short.rotate({ ...rotation, graceSeconds: 86_400 }, now);
      expect(short.expiresAt).toEqual(addSeconds(now, 7200));
    });

    it('cannot be rotated again in its grace period; the new one can', () => {
      const { apiKey } = issue();
      const { apiKey: next } = apiKey.rotate(rotation, now);
      expect(() => apiKey.rotate(rotation, now)).toThrow(refusal('invalid_state'));
      expect(next.rotate(rotation, now).apiKey.status(now)).toBe('active');
    });
  });

  describe('with a reminder', () => {
    it('has one fourteen days before expiry, unless issued for less', () => {
      expect(issue({ expiresAt: addDays(now, 30) }).apiKey.reminderDueAt).toEqual(addDays(now, 16));
      expect(issue({ expiresAt: addSeconds(addDays(now, 14), 1) }).apiKey.reminderDueAt).toEqual(addSeconds(now, 1));
      expect(issue({ expiresAt: addDays(now, 14) }).apiKey.reminderDueAt).toBeNull();
      expect(issue().apiKey.reminderDueAt).toBeNull();
    });

    it('has one for an earlier expiry, at once if near; not for a new name or the same expiry', () => {
      const { apiKey } = issue({ expiresAt: addDays(now, 60) });
      apiKey.change({ expiresAt: addDays(now, 30) }, now);
      expect(apiKey.reminderDueAt).toEqual(addDays(now, 16));
      Object.assign(apiKey, { reminderDueAt: null });
      apiKey.change({ name: 'deploy', expiresAt: addDays(now, 30) }, now);
      expect(apiKey.reminderDueAt).toBeNull();
      apiKey.change({ expiresAt: addDays(now, 3) }, now);
      expect(apiKey.reminderDueAt).toEqual(now);
    });

    it('has none once revoked or rotated: the new key has it', () => {
      const revoked = issue({ expiresAt: end }).apiKey;
      const rotated = issue({ expiresAt: end }).apiKey;
      revoked.revoke(now);
      const next = rotated.rotate(rotation, now).apiKey;
      rotated.change({ expiresAt: addSeconds(now, 30) }, now);
      expect([revoked.reminderDueAt, rotated.reminderDueAt]).toEqual([null, null]);
      expect(next.reminderDueAt).toEqual(addDays(end, -14));
    });

    it('has one once: the successor of a key that had its reminder has none', () => {
      const { apiKey } = issue({ expiresAt: end });
      Object.assign(apiKey, { reminderDueAt: null });
      expect(apiKey.rotate(rotation, addDays(now, 20)).apiKey.reminderDueAt).toBeNull();
    });
  });
});
