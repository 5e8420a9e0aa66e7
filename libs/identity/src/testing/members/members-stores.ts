import { CommonErrors, type Keyset, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import { SystemClock } from '@trunkline/kernel';
import { AuditTrail, type Database } from '@trunkline/platform';
import { BalanceAlerts, NumberHistory } from '../../application/accounts/ports';
import * as ports from '../../application/members/ports';
import type { InvitationPreview, InvitationView, MemberView } from '../../application/members/views';
import type { Invitation } from '../../domain/members/invitation';
import type { Membership } from '../../domain/members/membership';
import { PostgresInvitationQueries } from '../../infrastructure/members/invitation-queries';
import { TypeOrmInvitationRepository } from '../../infrastructure/members/invitation.repository';
import { PostgresMemberKeys } from '../../infrastructure/members/member-keys';
import { PostgresMemberQueries } from '../../infrastructure/members/member-queries';
import type { IdentityState } from '../identity-state';

/** The stores of the theme, over the data of the others. */
export interface MemberStores {
  readonly invitations: ports.InvitationRepository;
  readonly invitationQueries: ports.InvitationQueries;
  readonly memberQueries: ports.MemberQueries;
  readonly keys: ports.MemberKeys;
}

export class MemoryInvitationRepository extends ports.InvitationRepository {
  readonly kept = new Map<string, Invitation>();

  override async add(invitation: Invitation): Promise<void> {
    this.kept.set(invitation.id, invitation);
  }

  override async save(invitation: Invitation): Promise<void> {
    this.kept.set(invitation.id, invitation);
  }

  override async findByOperation(accountId: string, operationId: string): Promise<Invitation | null> {
    return this.find((each) => each.accountId === accountId && each.operationId === operationId);
  }

  override async lock(accountId: string, id: string): Promise<Invitation> {
    const invitation = this.find((each) => each.accountId === accountId && each.id === id);
    if (!invitation) throw CommonErrors.not_found();
    return invitation;
  }

  override async lockByToken(tokenHash: Buffer): Promise<Invitation | null> {
    return this.find((each) => each.tokenHash.equals(tokenHash));
  }

  override async revokeAll(which: ports.InvitationsOf, now: Date): Promise<string[]> {
    const { accountId, email, invitedById } = which;
    const doomed = [...this.kept.values()].filter(
      (each) =>
        each.accountId === accountId &&
        (email === undefined || each.email === email) &&
        (invitedById === undefined || each.invitedById === invitedById) &&
        !each.acceptedAt &&
        !each.revokedAt,
    );
    for (const invitation of doomed) Object.assign(invitation, { revokedAt: now });
    return doomed.map(({ id }) => id);
  }

  private find(matches: (invitation: Invitation) => boolean): Invitation | null {
    return [...this.kept.values()].find(matches) ?? null;
  }
}

export class MemoryInvitationQueries extends ports.InvitationQueries {
  constructor(
    private readonly state: IdentityState,
    private readonly invitations: MemoryInvitationRepository,
  ) {
    super();
  }

  override async list(filter: ports.InvitationFilter, page: PageRequest<'created_at'>): Promise<Page<InvitationView>> {
    const rows = [...this.invitations.kept.values()]
      .filter(({ accountId }) => accountId === filter.accountId)
      .map((each) => toView(each, filter.now))
      .filter((view) => filter.status === null || filter.status.includes(view.status));
    return paged(rows, page, ({ createdAt, id }) => ({ key: createdAt.getTime(), id }));
  }

  override async get(accountId: string, id: string, now: Date): Promise<InvitationView> {
    return toView(await this.invitations.lock(accountId, id), now);
  }

  override async findPending(tokenHash: Buffer, now: Date): Promise<InvitationPreview | null> {
    const invitation = await this.invitations.lockByToken(tokenHash);
    const account = invitation && this.state.accounts.get(invitation.accountId);
    if (!account || account.status === 'closed' || invitation.status(now) !== 'pending') return null;
    const { email, role, expiresAt } = invitation;
    const invited = [...this.state.users.values()].find((each) => each.email === email);
    return {
      accountId: account.id,
      accountName: account.name,
      inviterName: this.state.users.get(invitation.invitedById)!.name,
      email,
      role,
      expiresAt,
      userId: invited?.id ?? null,
      isNewUser: !invited?.isEmailVerified(),
    };
  }
}

function toView(invitation: Invitation, now: Date): InvitationView {
  const { id, email, role, expiresAt, createdAt } = invitation;
  return { id, email, role, status: invitation.status(now), expiresAt, createdAt };
}

export class MemoryMemberQueries extends ports.MemberQueries {
  constructor(private readonly state: IdentityState) {
    super();
  }

  override async list(accountId: string, page: PageRequest<'joined_at'>): Promise<Page<MemberView>> {
    const rows = this.membersOf(accountId).map((each) => this.view(each));
    return paged(rows, page, ({ joinedAt, user }) => ({ key: joinedAt.getTime(), id: user.id }));
  }

  override async get(accountId: string, userId: string): Promise<MemberView> {
    const membership = this.membersOf(accountId).find((each) => each.userId === userId);
    if (!membership) throw CommonErrors.not_found();
    return this.view(membership);
  }

  override async hasAddress(accountId: string, email: string): Promise<boolean> {
    return this.membersOf(accountId).some(({ userId }) => this.state.users.get(userId)?.email === email);
  }

  private membersOf(accountId: string): Membership[] {
    return this.state.memberships.filter((each) => each.accountId === accountId);
  }

  private view({ userId, role, joinedAt }: Membership): MemberView {
    const user = this.state.users.get(userId)!;
    const { id, email, name, phoneVerified, mfaMethod } = user;
    return {
      user: { id, email, name, role, emailVerified: user.isEmailVerified(), phoneVerified, mfaMethod },
      joinedAt,
    };
  }
}

/** Sorted as the page asks, from where it asks. */
function paged<T>(rows: readonly T[], { order, after, limit }: PageRequest, keysetOf: (row: T) => Keyset): Page<T> {
  const place = ({ key, id }: Keyset) => `${String(key).padStart(15, '0')}/${id}`;
  const sign = order === 'desc' ? -1 : 1;
  const compare = (a: string, b: string) => sign * (a < b ? -1 : Number(a > b));
  const sorted = rows.toSorted((a, b) => compare(place(keysetOf(a)), place(keysetOf(b))));
  const rest = sorted.filter((row) => !after || compare(place(keysetOf(row)), place(after)) > 0);
  return pageOf(rest, limit, keysetOf);
}

export class MemoryMemberKeys extends ports.MemberKeys {
  constructor(private readonly state: IdentityState) {
    super();
  }

  override async revokeAll(accountId: string, userId: string, now: Date): Promise<void> {
    for (const key of this.state.apiKeys.values()) {
      if (key.accountId === accountId && key.userId === userId) key.revoke(now);
    }
  }
}

export class FakeMemberAudit extends ports.MemberAudit {
  readonly recorded: ports.AuditedChange[] = [];

  override async record(change: ports.AuditedChange): Promise<void> {
    this.recorded.push(change);
  }
}

export class FakeBalanceAlerts extends BalanceAlerts {
  readonly thresholds = new Map<string, number | null>();

  override async alertBelow(accountId: string, thresholdCents: number | null): Promise<void> {
    this.thresholds.set(accountId, thresholdCents);
  }
}

export class FakeNumberHistory extends NumberHistory {
  readonly ordered = new Set<string>();

  override async hasOrdered(accountId: string): Promise<boolean> {
    return this.ordered.has(accountId);
  }
}

export function memoryMemberStores(state: IdentityState): MemberStores {
  const invitations = new MemoryInvitationRepository();
  return {
    invitations,
    invitationQueries: new MemoryInvitationQueries(state, invitations),
    memberQueries: new MemoryMemberQueries(state),
    keys: new MemoryMemberKeys(state),
  };
}

export function databaseMemberStores(db: Database): MemberStores {
  return {
    invitations: new TypeOrmInvitationRepository(db),
    invitationQueries: new PostgresInvitationQueries(db),
    memberQueries: new PostgresMemberQueries(db),
    keys: new PostgresMemberKeys(db),
  };
}

export function databaseAudit(db: Database): ports.MemberAudit {
  return new AuditTrail(db, new SystemClock());
}
