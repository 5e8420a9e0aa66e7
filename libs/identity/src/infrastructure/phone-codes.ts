import { countedNetwork, destinationClassOf } from '@trunkline/kernel';
import type { Bucket, CryptoBox, Database, RateLimitStore, Settings } from '@trunkline/platform';
import type {
  PhoneCodeAllowance,
  PhoneCodeRequest,
  PhoneCodes,
  StoredPhoneCode,
} from '../application/phone-verification';
import type { TrialPhones, TrialTerms } from '../application/sign-up/trial-credit';

const CODE_PURPOSE = 'phone-code';
const NUMBER_PURPOSE = 'phone-number';

const PUT = `INSERT INTO identity.phone_codes (user_id, phone_e164, code_digest, sent_by, used_by, failures, expires_at)
  VALUES ($1, $2, $3, $4, NULL, 0, $5)
  ON CONFLICT (user_id) DO UPDATE SET phone_e164 = excluded.phone_e164, code_digest = excluded.code_digest,
    sent_by = excluded.sent_by, used_by = NULL, failures = 0, expires_at = excluded.expires_at`;

const FIND = `SELECT phone_e164 AS "phoneE164", sent_by AS "sentBy", used_by AS "usedBy", failures, expires_at AS "expiresAt",
    code_digest AS digest
  FROM identity.phone_codes WHERE user_id = $1`;

/** Stores digests under a key outside the database: a million plain hashes would be reversed at once. */
export class StoredPhoneCodes implements PhoneCodes {
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
  ) {}

  async put(
    userId: string,
    { phoneE164, sentBy, expiresAt }: Omit<StoredPhoneCode, 'usedBy' | 'failures'>,
    code: string,
  ): Promise<void> {
    await this.db.write(PUT, [userId, phoneE164, this.digest(userId, phoneE164, code), sentBy, expiresAt]);
  }

  async find(userId: string, code: string): Promise<(StoredPhoneCode & { readonly isRight: boolean }) | null> {
    const row = await this.db.find<StoredPhoneCode & { readonly digest: Buffer }>(FIND, [userId]);
    if (!row) return null;
    const { digest, ...stored } = row;
    return { ...stored, isRight: digest.equals(this.digest(userId, stored.phoneE164, code)) };
  }

  async countFailure(userId: string): Promise<void> {
    await this.db.write('UPDATE identity.phone_codes SET failures = failures + 1 WHERE user_id = $1', [userId]);
  }

  async use(userId: string, operationId: string): Promise<void> {
    await this.db.write('UPDATE identity.phone_codes SET used_by = $2 WHERE user_id = $1', [userId, operationId]);
  }

  private digest(userId: string, phoneE164: string, code: string): Buffer {
    return this.box.digest(CODE_PURPOSE, `${userId}:${phoneE164}:${code}`);
  }
}

const CLAIM = `INSERT INTO identity.trial_phones (phone_digest, account_id, claimed_at) VALUES ($1, $2, $3)
  ON CONFLICT (phone_digest) DO NOTHING RETURNING account_id`;

/** After a rotation of the master keys, a number counts as new. */
export class StoredTrialPhones implements TrialPhones {
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
  ) {}

  async claim(phoneE164: string, accountId: string, now: Date): Promise<boolean> {
    const digest = this.box.digest(NUMBER_PURPOSE, phoneE164);
    return (await this.db.find(CLAIM, [digest, accountId, now])) !== null;
  }
}

export class SettingsTrialTerms implements TrialTerms {
  constructor(private readonly settings: Pick<Settings, 'TRIAL_CREDIT_REQUIRES_PHONE'>) {}

  get requiresPhone(): boolean {
    return this.settings.TRIAL_CREDIT_REQUIRES_PHONE;
  }
}

/** So many at once, and so many more per day. See docs/identity.md#phone-numbers. */
const LIMITS = {
  user: { atOnce: 5, perDay: 10 },
  number: { atOnce: 3, perDay: 5 },
  /** Neighbouring numbers, as a pumped range has them. */
  range: { atOnce: 10, perDay: 20 },
  network: { atOnce: 10, perDay: 100 },
} as const;
/** Last digits of the numbers of a range. */
const RANGE_DIGITS = 4;
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/** Counts in the rate limit store, which all processes share and which must not contain phone numbers in clear text. */
export class StorePhoneCodeAllowance implements PhoneCodeAllowance {
  constructor(
    private readonly store: RateLimitStore,
    private readonly box: CryptoBox,
    private readonly settings: Pick<Settings, 'RATE_LIMIT_FACTOR' | 'PHONE_CODES_PER_COUNTRY_HOUR'>,
  ) {}

  async take({ userId, phoneE164, ip }: PhoneCodeRequest): Promise<number> {
    const perHour = this.settings.PHONE_CODES_PER_COUNTRY_HOUR;
    // The narrowest first: what it refuses takes nothing from the others.
    const buckets = [
      this.bucket(`user:${userId}`, LIMITS.user),
      this.bucket(`number:${this.digest(phoneE164)}`, LIMITS.number),
      this.bucket(`range:${this.digest(phoneE164.slice(0, -RANGE_DIGITS))}`, LIMITS.range),
      this.bucket(`network:${countedNetwork(ip)}`, LIMITS.network),
      this.bucket(`country:${destinationClassOf(phoneE164).country}`, { atOnce: perHour, perDay: perHour * 24 }),
    ];
    for (const bucket of buckets) {
      const { granted, remaining } = await this.store.take(bucket, 1);
      if (granted === 0) return Math.ceil((1 - Math.min(remaining, 1)) / bucket.refillPerSecond) || 1;
    }
    return 0;
  }

  private bucket(key: string, { atOnce, perDay }: { readonly atOnce: number; readonly perDay: number }): Bucket {
    const factor = this.settings.RATE_LIMIT_FACTOR;
    const capacity = Math.max(1, Math.floor(atOnce * factor));
    return { key: `phone-code-${key}`, capacity, refillPerSecond: (perDay * factor) / DAY_S };
  }

  private digest(text: string): string {
    return this.box.digest(NUMBER_PURPOSE, text).toString('base64url');
  }
}
