import type { CryptoBox, Database } from '@trunkline/platform';
import { EmailCodes, type IssuedSecret, MfaFailures, SecondFactorRepository } from '../../application/mfa/ports';
import { SecondFactor, type SecondFactorState } from '../../domain/mfa/second-factor';
import { PostgresEmailCodes } from '../../infrastructure/mfa/postgres-email-codes';
import { PostgresMfaFailures } from '../../infrastructure/mfa/postgres-mfa-failures';
import { PostgresSecondFactorRepository } from '../../infrastructure/mfa/second-factor.repository';
import type { IdentityState } from '../identity-state';

export interface MfaStores {
  readonly factors: SecondFactorRepository;
  readonly emailCodes: EmailCodes;
  readonly failures: MfaFailures;
}

export function databaseMfaStores(db: Database, box: CryptoBox): MfaStores {
  return {
    factors: new PostgresSecondFactorRepository(db, box),
    emailCodes: new PostgresEmailCodes(db, box),
    failures: new PostgresMfaFailures(db),
  };
}

export class MemorySecondFactorRepository extends SecondFactorRepository {
  readonly kept = new Map<string, SecondFactorState>();
  private issued: (IssuedSecret & { readonly expiresAt: Date })[] = [];

  override async noteIssued(issued: IssuedSecret, expiresAt: Date): Promise<void> {
    this.issued.push({ ...issued, expiresAt });
  }

  override async wasIssued({ userId, secret }: IssuedSecret, now: Date): Promise<boolean> {
    return this.issued.some((each) => each.userId === userId && each.secret === secret && each.expiresAt > now);
  }

  override async add(factor: SecondFactor): Promise<void> {
    const { userId } = factor.state;
    this.kept.set(userId, factor.state);
    this.issued = this.issued.filter((each) => each.userId !== userId);
  }

  override async save(factor: SecondFactor): Promise<void> {
    this.kept.set(factor.state.userId, factor.state);
  }

  override async lock(userId: string): Promise<SecondFactor | null> {
    const state = this.kept.get(userId);
    return state ? new SecondFactor(state) : null;
  }

  override async remove(userId: string): Promise<void> {
    this.kept.delete(userId);
  }
}

export class MemoryEmailCodes extends EmailCodes {
  private readonly kept = new Map<string, { readonly code: string; readonly expiresAt: Date }>();

  override async put(userId: string, code: string, expiresAt: Date): Promise<void> {
    this.kept.set(userId, { code, expiresAt });
  }

  override async take(userId: string, code: string, now: Date): Promise<boolean> {
    const kept = this.kept.get(userId);
    return kept?.code === code && kept.expiresAt > now && this.kept.delete(userId);
  }
}

export class MemoryMfaFailures extends MfaFailures {
  constructor(
    private readonly state: IdentityState,
    private readonly factors: MemorySecondFactorRepository,
  ) {
    super();
  }

  override async latest(userId: string, since: Date, limit: number): Promise<Date[]> {
    const enabledAt = this.factors.kept.get(userId)?.enabledAt ?? since;
    const from = enabledAt > since ? enabledAt : since;
    const failed = this.state.loginEvents.filter(
      (event) => event.userId === userId && event.outcome === 'mfa_failed' && event.at > from,
    );
    const newestFirst = failed.map(({ at }) => at).sort((a, b) => b.getTime() - a.getTime());
    return newestFirst.slice(0, limit);
  }
}

export function memoryMfaStores(state: IdentityState): MfaStores {
  const factors = new MemorySecondFactorRepository();
  return { factors, emailCodes: new MemoryEmailCodes(), failures: new MemoryMfaFailures(state, factors) };
}
