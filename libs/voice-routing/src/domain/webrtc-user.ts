import { newId } from '@trunkline/kernel';

export const WEBRTC_STATUSES = ['active', 'disabled'] as const;
export type WebrtcStatus = (typeof WEBRTC_STATUSES)[number];

/** How long the credentials of a browser are valid: no page holds a secret for longer. */
export const TOKEN_SECONDS = 3_600;
/** Browsers, tabs and reloads of one user within the validity of a token. */
export const LIVE_TOKENS_MAX = 20;

export type WebrtcUserOptions = Pick<WebrtcUser, 'name' | 'defaultCallerId'>;

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

  static create(accountId: string, options: WebrtcUserOptions, now: Date, id = newId('wru')): WebrtcUser {
    return new WebrtcUser({ ...options, id, accountId, status: 'active', createdAt: now, updatedAt: now });
  }

  /** Does nothing without members. */
  change(change: WebrtcUserChange, now: Date): void {
    if (Object.keys(change).length > 0) Object.assign(this, { ...change, updatedAt: now });
  }
}
