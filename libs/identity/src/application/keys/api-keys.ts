import { type Clock, CommonErrors, type Principal, roleMay, type Transactor } from '@trunkline/kernel';
import { ApiKey, type ApiKeyChange, API_KEYS_MAX, type IssuedApiKey, type NewApiKey } from '../../domain/api-key';
import { IdentityErrors } from '../../domain/errors';
import { hashSecret } from '../../domain/secrets';
import type { AccountMembers } from '../members/account-members';
import type { ApiKeyQueries, ApiKeyRepository } from './ports';
import type { ApiKeyView } from '../views';

export type CreateApiKeyInput = Omit<NewApiKey, 'accountId' | 'userId'>;

/** The API keys of an account. */
export class ApiKeys {
  constructor(
    private readonly tx: Transactor,
    private readonly keys: ApiKeyRepository,
    private readonly queries: ApiKeyQueries,
    private readonly accountMembers: AccountMembers,
    private readonly clock: Clock,
  ) {}

  /** Throws forbidden, api_key_limit_reached, and 422 for an invalid expiry or network. */
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

  /** Throws not_found, invalid_state, and 422 for an expiry that is not earlier. */
  change(accountId: string, id: string, change: ApiKeyChange): Promise<ApiKeyView> {
    return this.tx.run(async () => {
      const apiKey = await this.keys.lock(accountId, id);
      apiKey.change(change, this.clock.now());
      await this.keys.save(apiKey);
      return this.queries.get(accountId, id);
    });
  }

  /** Takes effect with the next request on every instance. Idempotent. Throws not_found. */
  revoke(accountId: string, id: string): Promise<ApiKeyView> {
    return this.tx.run(async () => {
      const apiKey = await this.keys.lock(accountId, id);
      apiKey.revoke(this.clock.now());
      await this.keys.save(apiKey);
      return this.queries.get(accountId, id);
    });
  }

  /**
   * A session may rotate any key of the account, a key only itself. The new key acts for the caller, so an admin who
   * rotates an owner's key gets admin rights. Throws not_found, forbidden, invalid_state.
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

  /** Revokes a key that was sent in a URL, where logs record it. Ignores unknown keys. */
  async revokeExposed(rawKey: string): Promise<void> {
    await this.tx.run(async () => {
      const apiKey = await this.keys.lockByHash(hashSecret(rawKey));
      if (!apiKey) return;
      apiKey.revoke(this.clock.now());
      await this.keys.save(apiKey);
    });
  }

  /**
   * Locks the account and re-checks the caller's role. Otherwise a key created while its user was being removed would
   * work again if the user rejoined.
   */
  private async lockAsWriter(principal: Principal): Promise<void> {
    const { actor } = await this.accountMembers.lock(principal);
    if (!roleMay(actor.role, 'api_keys:write')) throw CommonErrors.forbidden();
  }
}
