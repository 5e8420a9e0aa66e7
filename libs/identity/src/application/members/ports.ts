import type { Page, PageRequest } from '@trunkline/kernel';
import type { Invitation, InvitationStatus } from '../../domain/members/invitation';
import type { InvitationPreview, InvitationView, MemberView } from './views';

/** Selects invitations of an account; omitted fields match any. */
export interface InvitationsOf {
  readonly accountId: string;
  readonly email?: string;
  readonly invitedById?: string;
}

export abstract class InvitationRepository {
  /** One pending invitation per account and address: call `revokeAll` for the address first. */
  abstract add(invitation: Invitation): Promise<void>;
  /** Only an invitation that `lock` or `lockByToken` returned in this transaction may be saved. */
  abstract save(invitation: Invitation): Promise<void>;
  /** Returns the invitation of an earlier attempt of the same operation. */
  abstract findByOperation(accountId: string, operationId: string): Promise<Invitation | null>;
  /** Locks the invitation until the transaction ends. Throws not_found, also for another account's. */
  abstract lock(accountId: string, id: string): Promise<Invitation>;
  /** As `lock`. */
  abstract lockByToken(tokenHash: Buffer): Promise<Invitation | null>;
  /** Revokes the invitations that are neither accepted nor revoked. Returns their ids. */
  abstract revokeAll(which: InvitationsOf, now: Date): Promise<string[]>;
}

export interface InvitationFilter {
  readonly accountId: string;
  /** Null matches every status. */
  readonly status: readonly InvitationStatus[] | null;
}

export abstract class InvitationQueries {
  abstract list(filter: InvitationFilter, page: PageRequest<'created_at'>): Promise<Page<InvitationView>>;
  /** Throws not_found. */
  abstract get(accountId: string, id: string): Promise<InvitationView>;
  /** Null for a token that is unknown, used, revoked or expired, or whose account is closed. */
  abstract findPending(tokenHash: Buffer): Promise<InvitationPreview | null>;
}

export abstract class MemberQueries {
  abstract list(accountId: string, page: PageRequest<'joined_at'>): Promise<Page<MemberView>>;
  /** Throws not_found. */
  abstract get(accountId: string, userId: string): Promise<MemberView>;
  /** True if a member has this email address, given in lower case. */
  abstract hasAddress(accountId: string, email: string): Promise<boolean>;
}

export abstract class MemberKeys {
  /** Revokes every API key that the user created in the account, and every OAuth grant that the user gave in it. */
  abstract revokeAll(accountId: string, userId: string, now: Date): Promise<void>;
}

export interface AuditedChange {
  /** A user id. */
  readonly actor: string;
  /** `resource.verb`. */
  readonly action: string;
  readonly subject: string;
  readonly accountId: string;
  /** Must not contain personal data: the trail is kept forever. */
  readonly before?: object;
  readonly after?: object;
}

export abstract class MemberAudit {
  /** Joins the transaction, so that no change goes unrecorded. */
  abstract record(change: AuditedChange): Promise<void>;
}
