import { addDays, addSeconds, CommonErrors, newId } from '@trunkline/kernel';
import { WebhookErrors } from './errors';

export const ENDPOINTS_MAX = 20;
export const ENDPOINT_STATUSES = ['enabled', 'disabled', 'failing'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** `requested`: by the customer. `gone`: the receiver answered 410. `failures`: nothing but failures for five days. */
export const DISABLED_REASONS = ['requested', 'gone', 'failures'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Stands for every event type, also future ones. */
export const ALL_EVENT_TYPES = '*';

/** Failed attempts in a row from which an endpoint is reported as failing. */
export const FAILING_FROM = 5;
/** See docs/webhooks.md#endpoints. */
const FAILURE_DAYS_MAX = 5;
const PREFIX_LENGTH = 10;

export interface EndpointOptions {
  readonly url: string;
  readonly eventTypes: readonly string[];
  readonly description: string | null;
}

/** The settings of an endpoint that is created without them. */
export const ENDPOINT_DEFAULTS = { description: null, enabled: true } as const;

/** Seconds for which the previous secret also signs after a rotation. */
export const SECRET_OVERLAP_SECONDS = { default: 86_400, max: 604_800 } as const;

/** The settings of a new endpoint. `ENDPOINT_DEFAULTS` applies to missing ones. */
export type NewEndpointOptions = Pick<EndpointOptions, 'url' | 'eventTypes'> & EndpointChange;

export type EndpointChange = Partial<EndpointOptions> & { readonly enabled?: boolean };

export interface NewEndpoint {
  readonly id?: string;
  readonly accountId: string;
  /** Receives only events of the number. */
  readonly numberId?: string;
  readonly options: NewEndpointOptions;
}

/** A signing secret, sealed for its endpoint, and the part of it that may be shown. */
export interface SealedSecret {
  readonly sealed: string;
  readonly prefix: string;
}

/** The outcomes of one or more attempts, of which the last one decides whether the endpoint works. */
export interface AttemptTally {
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  /** Failures since the last success of the tally. */
  readonly failuresInRow: number;
  /** When the first of these failures happened. */
  readonly failingSince: Date | null;
}

/** A URL of the customer that receives events. See docs/webhooks.md. */
export class WebhookEndpoint implements EndpointOptions {
  readonly id!: string;
  readonly accountId!: string;
  /** The number whose events the endpoint receives, and whose settings contain its URL; null for all events of the account. */
  readonly numberId!: string | null;
  readonly url!: string;
  readonly eventTypes!: readonly string[];
  readonly description!: string | null;
  readonly status!: EndpointStatus;
  readonly disabledReason!: DisabledReason | null;
  /** Null once the endpoint is deleted. */
  readonly secretSealed!: string | null;
  readonly secretPrefix!: string;
  /** Also signs until `previousValidUntil`. */
  readonly previousSecretSealed!: string | null;
  readonly previousValidUntil!: Date | null;
  readonly lastSuccessAt!: Date | null;
  readonly lastFailureAt!: Date | null;
  /** The first failure after the last success. */
  readonly failingSince!: Date | null;
  readonly consecutiveFailures!: number;
  readonly createdAt!: Date;
  readonly updatedAt!: Date;
  /** A deleted endpoint is kept until its deliveries are removed. */
  readonly deletedAt!: Date | null;

  private constructor(state: Partial<WebhookEndpoint>) {
    Object.assign(this, state);
  }

  static create(
    { id = newId('whe'), accountId, numberId, options }: NewEndpoint,
    secret: SealedSecret,
    now: Date,
  ): WebhookEndpoint {
    const { enabled, ...settings } = { ...ENDPOINT_DEFAULTS, ...options };
    return new WebhookEndpoint({
      ...normalized(settings),
      id,
      accountId,
      numberId: numberId ?? null,
      status: enabled ? 'enabled' : 'disabled',
      disabledReason: enabled ? null : 'requested',
      secretSealed: secret.sealed,
      secretPrefix: secret.prefix,
      previousSecretSealed: null,
      previousValidUntil: null,
      lastSuccessAt: null,
      lastFailureAt: null,
      failingSince: null,
      consecutiveFailures: 0,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    });
  }

  get isEnabled(): boolean {
    return this.status !== 'disabled';
  }

  /** Returns what signs deliveries, the current secret first. Throws for a deleted endpoint. */
  sealedSecrets(now: Date): readonly string[] {
    const { secretSealed, previousSecretSealed } = this;
    if (secretSealed === null) throw new Error('A deleted endpoint has no secret.');
    const isOverlapping = this.isRotating(now) && previousSecretSealed !== null;
    return isOverlapping ? [secretSealed, previousSecretSealed] : [secretSealed];
  }

  /** Does nothing without members. A new URL, and an endpoint that is enabled again, start without failures. */
  change(change: EndpointChange, now: Date): void {
    if (Object.keys(change).length === 0) return;
    const { enabled = this.isEnabled, ...options } = change;
    const { url } = this;
    const wasEnabled = this.isEnabled;
    this.become({ ...normalized({ ...this.options, ...options }), updatedAt: now });
    if (!enabled) return this.disable('requested', now);
    if (wasEnabled && this.url === url) return;
    this.become({ status: 'enabled', disabledReason: null, failingSince: null, consecutiveFailures: 0 });
  }

  /**
   * The replaced secret signs beside the new one for `overlapSeconds`; with 0, every older secret ends now. Throws
   * `rotation_pending` for another overlap while one runs: receivers may still know only the secret that it would end.
   */
  rotateSecret(secret: SealedSecret, overlapSeconds: number, now: Date): Date {
    if (overlapSeconds > 0 && this.isRotating(now)) throw WebhookErrors.rotation_pending();
    const validUntil = addSeconds(now, overlapSeconds);
    const overlaps = overlapSeconds > 0;
    this.become({
      previousSecretSealed: overlaps ? this.secretSealed : null,
      previousValidUntil: overlaps ? validUntil : null,
      secretSealed: secret.sealed,
      secretPrefix: secret.prefix,
      updatedAt: now,
    });
    return validUntil;
  }

  /** Throws `invalid_state` for the endpoint of a number, whose settings decide where its events go. */
  assertOfAccount(): void {
    if (this.numberId === null) return;
    throw CommonErrors.invalid_state({
      message:
        'The endpoint belongs to a number. Change `sms_webhook_url` of the number instead; null deletes the endpoint.',
    });
  }

  /** Throws `invalid_state` for a disabled endpoint. */
  assertEnabled(): void {
    if (this.isEnabled) return;
    throw CommonErrors.invalid_state({ message: 'The webhook endpoint is disabled. Enable it first.' });
  }

  /** Records attempts. Returns true if they disable the endpoint, because it has only failed for five days. */
  noteAttempts({ lastSuccessAt, lastFailureAt, failuresInRow, failingSince }: AttemptTally, now: Date): boolean {
    if (lastSuccessAt) this.become({ lastSuccessAt, consecutiveFailures: 0, failingSince: null });
    if (lastFailureAt) this.become({ lastFailureAt });
    this.become({
      consecutiveFailures: this.consecutiveFailures + failuresInRow,
      failingSince: this.failingSince ?? failingSince,
    });
    if (!this.isEnabled) return false;
    this.become({ status: this.consecutiveFailures >= FAILING_FROM ? 'failing' : 'enabled' });
    if (this.failingSince === null || now < addDays(this.failingSince, FAILURE_DAYS_MAX)) return false;
    this.disable('failures', now);
    return true;
  }

  disable(disabledReason: DisabledReason, now: Date): void {
    if (this.isEnabled) this.become({ status: 'disabled', disabledReason, updatedAt: now });
  }

  /** Ends the secrets too. */
  delete(now: Date): void {
    this.disable('requested', now);
    this.become({ deletedAt: now, secretSealed: null, previousSecretSealed: null, previousValidUntil: null });
  }

  private isRotating(now: Date): boolean {
    return this.previousValidUntil !== null && now < this.previousValidUntil;
  }

  private get options(): EndpointOptions {
    const { url, eventTypes, description } = this;
    return { url, eventTypes, description };
  }

  private become(state: Partial<WebhookEndpoint>): void {
    Object.assign(this, state);
  }
}

function normalized({ eventTypes, ...options }: EndpointOptions): EndpointOptions {
  const types = eventTypes.includes(ALL_EVENT_TYPES) ? [ALL_EVENT_TYPES] : [...new Set(eventTypes)];
  return { ...options, eventTypes: types };
}

/** Returns the part of a secret that may be shown, to tell secrets apart. */
export function secretPrefixOf(secret: string): string {
  return secret.slice(0, PREFIX_LENGTH);
}
