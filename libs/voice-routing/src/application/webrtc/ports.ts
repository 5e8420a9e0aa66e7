import type { Page, PageRequest } from '@trunkline/kernel';
import type { WebrtcStatus, WebrtcUser } from '../../domain/webrtc-user';
import type { RouteSort } from '../trunks/ports';

/** A user as it is read. */
export type WebrtcUserView = Omit<WebrtcUser, 'change'>;

export interface WebrtcUserFilters {
  readonly statuses: readonly WebrtcStatus[];
  /** Substring of the name. */
  readonly q: string | null;
}

export abstract class WebrtcUserRepository {
  /** Throws `name_in_use`. */
  abstract add(user: WebrtcUser): Promise<void>;
  /** Throws `name_in_use`. */
  abstract save(user: WebrtcUser): Promise<void>;
  /** Removes the user with its tokens, so that its browsers cannot register again. */
  abstract remove(user: WebrtcUser): Promise<void>;
  abstract find(accountId: string, id: string): Promise<WebrtcUser | null>;
  /** Throws `not_found`. */
  abstract get(accountId: string, id: string): Promise<WebrtcUser>;
  /** Locks the user until the transaction ends. Throws `not_found`. */
  abstract lock(accountId: string, id: string): Promise<WebrtcUser>;
  abstract list(
    accountId: string,
    filters: WebrtcUserFilters,
    page: PageRequest<RouteSort>,
  ): Promise<Page<WebrtcUserView>>;
}

/** What a browser needs to register, make and receive calls. */
export interface WebrtcToken {
  readonly sipUsername: string;
  /** Returned only once. */
  readonly sipPassword: string;
  readonly sipDomain: string;
  /** URL of the switch for SIP over WebSocket (RFC 7118). */
  readonly wssUrl: string;
  readonly iceServers: readonly IceServer[];
  readonly expiresAt: Date;
}

/** The members of `RTCIceServer` in a browser. */
export interface IceServer {
  readonly urls: readonly string[];
  readonly username?: string;
  readonly credential?: string;
}

export abstract class WebrtcTokens {
  /** Counts the tokens that have not expired. */
  abstract countLive(userId: string, now: Date): Promise<number>;
  abstract issue(user: WebrtcUser, times: { readonly now: Date; readonly expiresAt: Date }): Promise<WebrtcToken>;
  /** Deletes the tokens of the user and the contacts that registered with them: its browsers are not called any more. */
  abstract revokeAll(userId: string): Promise<void>;
  /** Deletes at most `limit` expired tokens, and returns how many. */
  abstract deleteExpired(now: Date, limit: number): Promise<number>;
}
