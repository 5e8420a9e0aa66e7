import type { Page, PageRequest } from '@trunkline/kernel';
import type { Invitation, InvitationStatus } from '../../domain/members/invitation';
import type { InvitationPreview, InvitationView, MemberView } from './views';

/** Which invitations of an account; what is left out is any. */
export interface InvitationsOf {
  readonly accountId: string;
  readonly email?: string;
  readonly invitedById?: string;
}

export abstract class InvitationRepository {
  /** One open invitation per account and address: `revokeAll` those to the address first. */
  abstract add(invitation: Invitation): Promise<void>;
  /** Only what `lock` or `lockByToken` returned in this transaction may be saved. */
  abstract save(invitation: Invitation): Promise<void>;
  /** What an earlier attempt of the same operation made. */
  abstract findByOperation(accountId: string, operationId: string): Promise<Invitation | null>;
  /** Holds the invitation until the transaction ends. Throws not_found, also for one of another account. */
  abstract lock(accountId: string, id: string): Promise<Invitation>;
  /** As `lock`. */
  abstract lockByToken(tokenHash: Buffer): Promise<Invitation | null>;
  /** Revokes those that are neither accepted nor revoked. Returns their ids. */
  abstract revokeAll(which: InvitationsOf, now: Date): Promise<string[]>;
}

export interface InvitationFilter {
  readonly accountId: string;
  /** Null for every one. */
  readonly status: readonly InvitationStatus[] | null;
  readonly now: Date;
}

export abstract class InvitationQueries {
  abstract list(filter: InvitationFilter, page: PageRequest<'created_at'>): Promise<Page<InvitationView>>;
  /** Throws not_found. */
  abstract get(accountId: string, id: string, now: Date): Promise<InvitationView>;
  /** Null for a token that is unknown, used, revoked or expired, or whose account is closed. */
  abstract findPending(tokenHash: Buffer, now: Date): Promise<InvitationPreview | null>;
}

export abstract class MemberQueries {
  abstract list(accountId: string, page: PageRequest<'joined_at'>): Promise<Page<MemberView>>;
  /** Throws not_found. */
  abstract get(accountId: string, userId: string): Promise<MemberView>;
  /** Whether some member has this e-mail address, in lower case. */
  abstract hasAddress(accountId: string, email: string): Promise<boolean>;
}

export abstract class MemberKeys {
  /** Revokes every API key that the user made in the account, so that none comes back when the user does. */
  abstract revokeAll(accountId: string, userId: string, now: Date): Promise<void>;
}

export interface AuditedChange {
  /** A user id. */
  readonly actor: string;
  /** `resource.verb`. */
  readonly action: string;
  readonly subject: string;
  readonly accountId: string;
  /** No personal data: the trail is kept for good. */
  readonly before?: object;
  readonly after?: object;
}

export abstract class MemberAudit {
  /** Joins the transaction around it, so that no change goes unrecorded. */
  abstract record(change: AuditedChange): Promise<void>;
}
