import { type Keyset, SystemClock } from '@trunkline/kernel';
import { AuditTrail, type Database } from '@trunkline/platform';
import * as ports from '../../application/closure/ports';
import { ClosureRequest, type ClosureState, type ClosureStep } from '../../domain/closure/closure-request';
import { IdentityErrors } from '../../domain/errors';
import { PostgresClosureRequestRepository } from '../../infrastructure/closure/closure-request.repository';
import {
  PostgresAccountAccess,
  PostgresAccountOwners,
  PostgresDueAccounts,
} from '../../infrastructure/closure/postgres-closing-accounts';
import type { IdentityState } from '../identity-state';

/** The stores of the theme, over the data of the others. */
export interface ClosureStores {
  readonly closures: ports.ClosureRequestRepository;
  readonly due: ports.DueAccounts;
  readonly owners: ports.AccountOwners;
  readonly access: ports.AccountAccess;
}

export class MemoryClosureRequests extends ports.ClosureRequestRepository {
  private readonly kept = new Map<string, ClosureState>();
  private readonly steps = new Map<string, Set<ClosureStep>>();

  override async add({ state }: ClosureRequest): Promise<void> {
    if (await this.find(state.accountId)) throw IdentityErrors.closure_already_requested();
    this.kept.set(state.id, state);
  }

  override async save({ state }: ClosureRequest): Promise<void> {
    this.kept.set(state.id, state);
  }

  override async find(accountId: string): Promise<ClosureRequest | null> {
    return this.first((state) => state.accountId === accountId && state.cancelledAt === null);
  }

  override async findByOperation(accountId: string, operationId: string): Promise<ClosureRequest | null> {
    return this.first((state) => state.accountId === accountId && state.operationId === operationId);
  }

  override async stepsDone(closureId: string): Promise<ReadonlySet<ClosureStep>> {
    return new Set(this.steps.get(closureId));
  }

  override async noteStep(closureId: string, step: ClosureStep): Promise<void> {
    this.steps.set(closureId, new Set([...(this.steps.get(closureId) ?? []), step]));
  }

  private first(matches: (state: ClosureState) => boolean): ClosureRequest | null {
    const state = [...this.kept.values()].find(matches);
    return state ? new ClosureRequest(state) : null;
  }
}

export class MemoryDueAccounts extends ports.DueAccounts {
  constructor(private readonly state: IdentityState) {
    super();
  }

  override async list(now: Date, after: Keyset | null, limit: number): Promise<ports.DueAccount[]> {
    const place = ({ key, id }: Keyset) => `${String(key)}/${id}`;
    return [...this.state.accounts.values()]
      .filter((account) => account.isDueToClose(now))
      .map(({ id, closureGraceEndsAt }) => ({
        accountId: id,
        keyset: { key: closureGraceEndsAt?.toISOString() ?? '', id },
      }))
      .sort((a, b) => (place(a.keyset) < place(b.keyset) ? -1 : 1))
      .filter(({ keyset }) => after === null || place(keyset) > place(after))
      .slice(0, limit);
  }
}

export class MemoryAccountOwners extends ports.AccountOwners {
  constructor(private readonly state: IdentityState) {
    super();
  }

  override async list(accountId: string): Promise<ports.Owner[]> {
    return this.state.memberships
      .filter((each) => each.accountId === accountId && each.role === 'owner')
      .flatMap(({ userId }) => {
        const user = this.state.users.get(userId);
        return user ? [{ userId, email: user.email, name: user.name }] : [];
      });
  }
}

export class MemoryAccountAccess extends ports.AccountAccess {
  constructor(private readonly state: IdentityState) {
    super();
  }

  override async revokeKeys(accountId: string, now: Date): Promise<void> {
    const keys = [...this.state.apiKeys.values()].filter((key) => key.accountId === accountId && !key.revokedAt);
    for (const key of keys) Object.assign(key, { revokedAt: now });
  }

  override async revokeSessions(accountId: string, now: Date): Promise<void> {
    const members = this.state.memberships.filter((each) => each.accountId === accountId).map(({ userId }) => userId);
    for (const [id, session] of this.state.sessions) {
      const isItsOwn = session.accountId === accountId || !this.hasAnother(session.userId, accountId);
      if (!members.includes(session.userId) || session.revokedAt || !isItsOwn) continue;
      this.state.sessions.set(id, { ...session, revokedAt: now });
    }
  }

  private hasAnother(userId: string, accountId: string): boolean {
    return this.state.memberships.some(
      (each) =>
        each.userId === userId &&
        each.accountId !== accountId &&
        this.state.accounts.get(each.accountId)?.status !== 'closed',
    );
  }
}

export function memoryClosureStores(state: IdentityState): ClosureStores {
  return {
    closures: new MemoryClosureRequests(),
    due: new MemoryDueAccounts(state),
    owners: new MemoryAccountOwners(state),
    access: new MemoryAccountAccess(state),
  };
}

export function databaseClosureStores(db: Database): ClosureStores {
  return {
    closures: new PostgresClosureRequestRepository(db),
    due: new PostgresDueAccounts(db),
    owners: new PostgresAccountOwners(db),
    access: new PostgresAccountAccess(db),
  };
}

export class FakeClosureAudit extends ports.ClosureAudit {
  readonly entries: ports.ClosureRecord[] = [];

  override async record(entry: ports.ClosureRecord): Promise<void> {
    this.entries.push(entry);
  }
}

export function databaseClosureAudit(db: Database): ports.ClosureAudit {
  return new AuditTrail(db, new SystemClock());
}

/** The other contexts: records calls and returns configured results. */
export class FakeClosureTargets {
  readonly asked: string[] = [];
  /** Whether each step is finished, or the error it throws. */
  readonly unfinished = new Set<string>();
  readonly broken = new Set<string>();

  async releaseAll(accountId: string): Promise<boolean> {
    return this.answer('releaseAll', accountId);
  }

  async archiveAll(accountId: string): Promise<void> {
    await this.answer('archiveAll', accountId);
  }

  async erase(accountId: string): Promise<void> {
    await this.answer('erase', accountId);
  }

  async payOut({ accountId, reference }: { accountId: string; reference: string }): Promise<boolean> {
    return this.answer(`payOut ${reference.slice(0, 12)}`, accountId);
  }

  private async answer(what: string, accountId: string): Promise<boolean> {
    this.asked.push(what);
    if (this.broken.has(accountId)) throw new Error(`${what} is broken`);
    return !this.unfinished.has(what);
  }
}

export class FakeAutoRecharges extends ports.AutoRecharges {
  readonly turnedOff: string[] = [];

  override async turnOff(accountId: string): Promise<void> {
    this.turnedOff.push(accountId);
  }
}
