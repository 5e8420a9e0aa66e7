import { newId } from '@trunkline/kernel';

export const WEBRTC_STATUSES = ['active', 'disabled'] as const;
export type WebrtcStatus = (typeof WEBRTC_STATUSES)[number];

/** How long the credentials of a browser are valid: no page holds a secret for longer. */
export const TOKEN_SECONDS = 3_600;
/** Browsers, tabs and reloads of one user within the validity of a token. */
export const LIVE_TOKENS_MAX = 20;

export type WebrtcUserOptions = Pick<WebrtcUser, 'name' | 'defaultCallerId'>;

/** What a user has that is created without it. */
export const WEBRTC_USER_DEFAULTS = { defaultCallerId: null } as const;

export type NewWebrtcUser = Pick<WebrtcUserOptions, 'name'> & Partial<WebrtcUserOptions>;

export type WebrtcUserChange = Partial<WebrtcUserOptions & { readonly status: WebrtcStatus }>;

/** A person who makes and receives calls in a browser. */
export class WebrtcUser {
  readonly id!: string;
  readonly accountId!: string;
  readonly name!: string;
  readonly status!: WebrtcStatus;
  /** A number of the account, which its outbound calls show when the browser states none; null: such calls are rejected. */
  readonly defaultCallerId!: string | null;
  readonly createdAt!: Date;
  readonly updatedAt!: Date;

  private constructor(state: Partial<WebrtcUser>) {
    Object.assign(this, state);
  }

  static create(accountId: string, options: NewWebrtcUser, now: Date, id = newId('wru')): WebrtcUser {
    const settings = { ...WEBRTC_USER_DEFAULTS, ...options };
    return new WebrtcUser({ ...settings, id, accountId, status: 'active', createdAt: now, updatedAt: now });
  }

  /** Does nothing without members. */
  change(change: WebrtcUserChange, now: Date): void {
    if (Object.keys(change).length > 0) Object.assign(this, { ...change, updatedAt: now });
  }
}
