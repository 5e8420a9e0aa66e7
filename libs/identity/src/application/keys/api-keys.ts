import {
  type Clock,
  CommonErrors,
  type Page,
  type PageRequest,
  type Principal,
  roleMay,
  type Transactor,
} from '@trunkline/kernel';
import {
  ApiKey,
  type ApiKeyChange,
  API_KEYS_MAX,
  type ApiKeyStatus,
  type IssuedApiKey,
} from '../../domain/keys/api-key';
import { IdentityErrors } from '../../domain/errors';
import { hashSecret } from '../../domain/secrets';
import type { AccountMembers } from '../members/account-members';
import type { ApiKeyQueries, ApiKeyRepository } from '../ports';
import type { ApiKeyView } from '../views';

export interface CreateApiKeyInput {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly allowedCidrs: readonly string[];
  readonly expiresAt: Date | null;
}

/** The API keys of an account. */
export class ApiKeys {
  constructor(
    private readonly tx: Transactor,
    private readonly keys: ApiKeyRepository,
    private readonly queries: ApiKeyQueries,
    private readonly accountMembers: AccountMembers,
    private readonly clock: Clock,
  ) {}

  /** Throws forbidden, api_key_limit_reached, and 422 for an expiry or a network that cannot be. */
  create(principal: Principal, input: CreateApiKeyInput): Promise<IssuedApiKey> {
    const { accountId, userId } = principal;
    return this.tx.run(async () => {
      await this.lockAsWriter(principal);
      const { standing } = await this.keys.countWorking(accountId, this.clock.now());
      if (standing >= API_KEYS_MAX) throw IdentityErrors.api_key_limit_reached();
      const issued = ApiKey.issue({ ...input, accountId, userId }, this.clock.now());
      await this.keys.add(issued.apiKey);
      return issued;
    });
  }

  list(
    accountId: string,
    status: readonly ApiKeyStatus[] | null,
    page: PageRequest<'created_at'>,
  ): Promise<Page<ApiKeyView>> {
    return this.queries.list({ accountId, status, now: this.clock.now() }, page);
  }

  get(accountId: string, id: string): Promise<ApiKeyView> {
    return this.queries.get(accountId, id, this.clock.now());
  }

  /** Throws not_found, invalid_state, and 422 for an expiry that is not nearer. */
  change(accountId: string, id: string, change: ApiKeyChange): Promise<ApiKeyView> {
    return this.tx.run(async () => {
      const apiKey = await this.keys.lock(accountId, id);
      apiKey.change(change, this.clock.now());
      await this.keys.save(apiKey);
      return this.get(accountId, id);
    });
  }

  /** Takes effect with the next request, on every instance. Idempotent. Throws not_found. */
  revoke(accountId: string, id: string): Promise<ApiKeyView> {
    return this.tx.run(async () => {
      const apiKey = await this.keys.lock(accountId, id);
      apiKey.revoke(this.clock.now());
      await this.keys.save(apiKey);
      return this.get(accountId, id);
    });
  }

  /**
   * A session may rotate every key of the account, a key only itself (contract, section 4). The new key acts for whoever
   * rotates: an admin who rotates an owner's key holds an admin's. Throws not_found, forbidden, invalid_state.
   */
  async rotate(principal: Principal, id: string, graceSeconds: number): Promise<IssuedApiKey> {
    if (principal.credential === 'key' && principal.credentialId !== id) throw CommonErrors.forbidden();
    const { accountId, userId } = principal;
    return this.tx.run(async () => {
      await this.lockAsWriter(principal);
      const apiKey = await this.keys.lock(accountId, id);
      const { inGrace } = await this.keys.countWorking(accountId, this.clock.now());
      if (inGrace >= API_KEYS_MAX) throw IdentityErrors.api_key_limit_reached();
      const issued = apiKey.rotate({ userId, graceSeconds }, this.clock.now());
      await this.keys.add(issued.apiKey);
      await this.keys.save(apiKey);
      return issued;
    });
  }

  /** A key that stood in an address is in somebody's log: it dies, whoever's it is (contract, section 4). */
  async revokeExposed(rawKey: string): Promise<void> {
    await this.tx.run(async () => {
      const apiKey = await this.keys.lockByHash(hashSecret(rawKey));
      if (!apiKey) return;
      apiKey.revoke(this.clock.now());
      await this.keys.save(apiKey);
    });
  }

  /**
   * Holds the account, and looks again at who asks: a key made for somebody who was removed while this waited would come
   * to life if they joined again.
   */
  private async lockAsWriter(principal: Principal): Promise<void> {
    const { actor } = await this.accountMembers.lock(principal);
    if (!roleMay(actor.role, 'api_keys:write')) throw CommonErrors.forbidden();
  }
}
