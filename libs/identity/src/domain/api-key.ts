import { addDays, addSeconds, CommonErrors, invalidFields, newId, networkOf } from '@trunkline/kernel';
import { randomBytes } from 'node:crypto';
import { hashSecret } from './secrets';

/**
 * Normalizes a network: one of IPv4-mapped addresses (`::ffff:203.0.113.0/120`) becomes the IPv4 network. Returns null
 * for an invalid network and for one larger than the mapped range.
 */
export function plainNetwork(text: string): string | null {
  const network = networkOf(text);
  if (network === null) return null;
  return text.includes('/') ? `${network.address}/${network.bits}` : network.address;
}

const API_KEY_PREFIX = 'svc_live_';
/** Active keys per account. */
export const API_KEYS_MAX = 50;
export const ALLOWED_CIDRS_MAX = 20;
/** Seconds for which a rotated key continues to work. */
export const ROTATION_GRACE_SECONDS = { default: 86_400, max: 7 * 86_400 } as const;
/** What a key has that is created without it. */
export const API_KEY_DEFAULTS = { scopes: ['*'], allowedCidrs: [], expiresAt: null } as const;

const RANDOM_BYTES = 24;
const DISPLAYED_LENGTH = 12;
const LIFETIME_MIN_SECONDS = 3600;
const LIFETIME_MAX_YEARS = 5;
/** Days before expiry at which the user is reminded. */
const REMINDER_DAYS = 14;

export const API_KEY_STATUSES = ['active', 'revoked', 'expired'] as const;
export type ApiKeyStatus = (typeof API_KEY_STATUSES)[number];

export interface NewApiKey {
  readonly accountId: string;
  readonly userId: string;
  readonly name: string;
  /** `API_KEY_DEFAULTS` applies to these three. */
  readonly scopes?: readonly string[];
  readonly allowedCidrs?: readonly string[];
  readonly expiresAt?: Date | null;
}

export interface IssuedApiKey {
  readonly apiKey: ApiKey;
  /** Shown once, never stored. */
  readonly key: string;
}

export interface ApiKeyChange {
  readonly name?: string;
  readonly expiresAt?: Date;
}

export interface Rotation {
  /** The user for whom the new key acts: the caller, who receives it. */
  readonly userId: string;
  /** How long the rotated key continues to work. */
  readonly graceSeconds: number;
}

type ApiKeyMethod = 'status' | 'change' | 'revoke' | 'rotate';

/** Acts for the user who created it, within one account, and stops working when that membership ends. */
export class ApiKey {
  readonly id!: string;
  readonly accountId!: string;
  readonly userId!: string;
  readonly name!: string;
  readonly keyHash!: Buffer;
  readonly prefixDisplay!: string;
  readonly scopes!: readonly string[];
  /** Networks from which the key may be used; empty allows any. */
  readonly allowedCidrs!: readonly string[];
  readonly expiresAt!: Date | null;
  readonly lastUsedAt!: Date | null;
  readonly lastUsedIp!: string | null;
  readonly revokedAt!: Date | null;
  /** When the reminder of the expiry is due; null if there is none or it was sent. */
  readonly reminderDueAt!: Date | null;
  /** The key that replaced this one in a rotation. */
  readonly replacedById!: string | null;
  readonly createdAt!: Date;

  private constructor(state: Omit<ApiKey, ApiKeyMethod>) {
    Object.assign(this, state);
  }

  /** Throws 422 for an expiry within the hour or beyond five years, and for an invalid network. */
  static issue(input: NewApiKey, now: Date): IssuedApiKey {
    const settings = { ...API_KEY_DEFAULTS, ...input };
    assertExpiry(settings.expiresAt, now);
    const allowedCidrs = plainNetworks(settings.allowedCidrs);
    return ApiKey.create({ ...settings, allowedCidrs }, reminderAtIssue(settings.expiresAt, now), now);
  }

  private static create(input: Required<NewApiKey>, reminderDueAt: Date | null, now: Date): IssuedApiKey {
    const key = `${API_KEY_PREFIX}${randomBytes(RANDOM_BYTES).toString('base64url')}`;
    const apiKey = new ApiKey({
      ...input,
      id: newId('key'),
      keyHash: hashSecret(key),
      prefixDisplay: `${key.slice(0, DISPLAYED_LENGTH)}…`,
      lastUsedAt: null,
      lastUsedIp: null,
      revokedAt: null,
      reminderDueAt,
      replacedById: null,
      createdAt: now,
    });
    return { apiKey, key };
  }

  status(now: Date): ApiKeyStatus {
    return apiKeyStatus(this, now);
  }

  /** Expiry can only be moved to an earlier time. Throws `invalid_state` unless the key is active, and `invalid_input`. */
  change({ name, expiresAt }: ApiKeyChange, now: Date): void {
    this.assertActive(now);
    if (expiresAt) this.endAt(expiresAt, now);
    this.become({ name: name ?? this.name });
  }

  /** Permanent; idempotent. */
  revoke(now: Date): void {
    if (!this.revokedAt) this.become({ revokedAt: now, reminderDueAt: null });
  }

  /**
   * Creates a key with the same scopes, networks, expiry and pending reminder. This one works until the grace period
   * ends, but never beyond its own expiry.
   */
  rotate({ userId, graceSeconds }: Rotation, now: Date): IssuedApiKey {
    this.assertActive(now);
    if (this.replacedById) throw CommonErrors.invalid_state({ message: 'This key has already been rotated.' });
    const { accountId, name, scopes, allowedCidrs, expiresAt, reminderDueAt } = this;
    const issued = ApiKey.create({ accountId, userId, name, scopes, allowedCidrs, expiresAt }, reminderDueAt, now);
    const graceEnds = addSeconds(now, graceSeconds);
    const ends = expiresAt && expiresAt < graceEnds ? expiresAt : graceEnds;
    this.become({ expiresAt: ends, reminderDueAt: null, replacedById: issued.apiKey.id });
    return issued;
  }

  /** A changed expiry is announced again, at once if less than 14 days remain: another member may have changed it. */
  private endAt(expiresAt: Date, now: Date): void {
    this.assertEarlier(expiresAt, now);
    if (expiresAt.getTime() === this.expiresAt?.getTime()) return;
    const due = addDays(expiresAt, -REMINDER_DAYS);
    const reminderDueAt = due < now ? now : due;
    this.become({ expiresAt, reminderDueAt: this.replacedById ? null : reminderDueAt });
  }

  private assertEarlier(expiresAt: Date, now: Date): void {
    if (expiresAt <= now) throw invalidFields({ expires_at: 'must be in the future' });
    if (this.expiresAt && expiresAt > this.expiresAt)
      throw invalidFields({ expires_at: 'can only be moved to an earlier time' });
    if (isTooLate(expiresAt, now)) throw invalidFields({ expires_at: 'must be at most five years in the future' });
  }

  private assertActive(now: Date): void {
    const status = this.status(now);
    if (status !== 'active')
      throw CommonErrors.invalid_state({ message: `This key is ${status}. Only active keys can be changed.` });
  }

  private become(change: Partial<Omit<ApiKey, ApiKeyMethod>>): void {
    Object.assign(this, change);
  }
}

/** Computed on read, so that keys expire without a job. */
export function apiKeyStatus(key: { revokedAt: Date | null; expiresAt: Date | null }, now: Date): ApiKeyStatus {
  if (key.revokedAt) return 'revoked';
  return key.expiresAt && key.expiresAt <= now ? 'expired' : 'active';
}

function assertExpiry(expiresAt: Date | null, now: Date): void {
  if (!expiresAt) return;
  const tooSoon = expiresAt <= addSeconds(now, LIFETIME_MIN_SECONDS);
  if (tooSoon || isTooLate(expiresAt, now)) {
    throw invalidFields({ expires_at: 'must be more than one hour and at most five years in the future' });
  }
}

/** In calendar years, as clients count "five years". */
function isTooLate(expiresAt: Date, now: Date): boolean {
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + LIFETIME_MAX_YEARS);
  return expiresAt > latest;
}

/** A key issued for less than 14 days gets no reminder. */
function reminderAtIssue(expiresAt: Date | null, now: Date): Date | null {
  const due = expiresAt && addDays(expiresAt, -REMINDER_DAYS);
  return due && due > now ? due : null;
}

function plainNetworks(cidrs: readonly string[]): string[] {
  const networks = cidrs.map(plainNetwork).filter((network) => network !== null);
  if (networks.length < cidrs.length)
    throw invalidFields({
      allowed_cidrs: 'must contain only IP addresses or networks in CIDR notation, such as 203.0.113.0/24',
    });
  return networks;
}
