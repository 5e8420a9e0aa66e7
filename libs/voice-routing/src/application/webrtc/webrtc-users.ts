import { addSeconds, type Clock, CommonErrors, invalidFields, type Transactor } from '@trunkline/kernel';
import {
  LIVE_TOKENS_MAX,
  TOKEN_SECONDS,
  WebrtcUser,
  type WebrtcUserChange,
  type NewWebrtcUser,
} from '../../domain/webrtc-user';
import { type ArchiveRequest, assertUnused } from '../archive-request';
import { idFromOperation } from '../id-from-operation';
import type { NumberDirectory } from '../ports';
import type { EnabledTargets } from '../profiles/enabled-targets';
import type { WebrtcToken, WebrtcTokens, WebrtcUserRepository } from './ports';

/** Expired tokens that one statement deletes. */
const PRUNED_AT_ONCE = 1_000;

/** The people of an account who make and receive calls in a browser. See docs/routing.md#webrtc-users. */
export class WebrtcUsers {
  constructor(
    private readonly tx: Transactor,
    private readonly users: WebrtcUserRepository,
    private readonly tokens: WebrtcTokens,
    private readonly numbers: NumberDirectory,
    private readonly targets: EnabledTargets,
    private readonly clock: Clock,
  ) {}

  /** Returns the user of the first request when repeated. Throws `name_in_use`, `invalid_input`. */
  async create(accountId: string, operationId: string, options: NewWebrtcUser): Promise<WebrtcUser> {
    const id = idFromOperation('wru', operationId);
    const existing = await this.users.find(accountId, id);
    if (existing) return existing;
    return this.tx.run(async () => {
      const user = WebrtcUser.create(accountId, options, this.clock.now(), id);
      await this.assertOwned(accountId, options.defaultCallerId);
      await this.users.add(user);
      return user;
    });
  }

  /** Disabling a user revokes its tokens. Throws `not_found`, `name_in_use`, `invalid_input`. */
  update(accountId: string, id: string, change: WebrtcUserChange): Promise<WebrtcUser> {
    return this.tx.run(async () => {
      const user = await this.users.lock(accountId, id);
      await this.assertOwned(accountId, change.defaultCallerId);
      user.change(change, this.clock.now());
      await this.users.save(user);
      if (user.status === 'disabled') await this.tokens.revokeAll(id);
      return user;
    });
  }

  /**
   * Deletes the user. With `isForced`, disables its targets. The lock of the user keeps targets from being pointed at it
   * meanwhile. Throws `not_found`, `resource_in_use` with the count.
   */
  delete({ accountId, id, isForced }: ArchiveRequest): Promise<void> {
    return this.tx.run(async () => {
      const lock = () => this.users.lock(accountId, id);
      const { locked: user, targets } = await this.targets.lockWith(accountId, { webrtcUserId: id }, lock);
      if (!isForced) assertUnused({ targets: targets.length });
      await this.targets.disable(accountId, targets);
      await this.users.remove(user);
    });
  }

  /**
   * Issues credentials for one browser, valid for an hour. Counts the live tokens under the user's lock. Throws `not_found`,
   * `invalid_state` for a disabled user, `conflict` at the limit of live tokens.
   */
  issueToken(accountId: string, id: string): Promise<WebrtcToken> {
    return this.tx.run(async () => {
      const user = await this.users.lock(accountId, id);
      if (user.status !== 'active')
        throw CommonErrors.invalid_state({ message: 'The WebRTC user is disabled. Enable it to issue tokens.' });
      const now = this.clock.now();
      if ((await this.tokens.countLive(id, now)) >= LIVE_TOKENS_MAX)
        throw CommonErrors.conflict({
          message: `The WebRTC user already has ${LIVE_TOKENS_MAX} valid tokens, the maximum. Wait until one expires.`,
        });
      return this.tokens.issue(user, { now, expiresAt: addSeconds(now, TOKEN_SECONDS) });
    });
  }

  /** Deletes expired tokens, in batches. Safe to repeat and to run on several workers. */
  async pruneTokens(): Promise<number> {
    let total = 0;
    for (;;) {
      const deleted = await this.tokens.deleteExpired(this.clock.now(), PRUNED_AT_ONCE);
      total += deleted;
      if (deleted < PRUNED_AT_ONCE) return total;
    }
  }

  /** Keeps the number from being released unnoticed until the transaction ends. */
  private async assertOwned(accountId: string, e164: string | null | undefined): Promise<void> {
    if (e164 && !(await this.numbers.lockOwned(accountId, e164)))
      throw invalidFields({ default_caller_id: 'must be a number of this account' });
  }
}
