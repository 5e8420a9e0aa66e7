import { KeyReminders, type TakenReminders } from '../../application/keys/ports';
import type { IdentityState } from '../identity-state';

export class MemoryKeyReminders extends KeyReminders {
  constructor(private readonly state: IdentityState) {
    super();
  }

  override async take(now: Date, limit: number): Promise<TakenReminders> {
    const owing = [...this.state.apiKeys.values()]
      .filter(({ reminderDueAt }) => reminderDueAt !== null && reminderDueAt <= now)
      .sort((a, b) => a.reminderDueAt!.getTime() - b.reminderDueAt!.getTime())
      .slice(0, limit);
    const due = owing
      .filter((key) => key.status(now) === 'active' && !key.replacedById)
      .flatMap((key) => {
        const { id: keyId, accountId, userId, name: keyName, prefixDisplay, expiresAt } = key;
        const isMember = this.state.memberships.some((each) => each.accountId === accountId && each.userId === userId);
        const user = this.state.users.get(userId);
        const isOpen = this.state.accounts.get(accountId)?.status !== 'closed';
        if (!isMember || !isOpen || !user || !expiresAt) return [];
        return [{ keyId, accountId, keyName, prefixDisplay, expiresAt, userName: user.name, email: user.email }];
      });
    for (const key of owing) Object.assign(key, { reminderDueAt: null });
    return { taken: owing.length, due };
  }
}
