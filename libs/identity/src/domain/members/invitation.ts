import { addDays, CommonErrors, newId, type Role } from '@trunkline/kernel';
import { normalizeEmail } from '../email-address';
import { IdentityErrors } from '../errors';
import { hashSecret, newSecret } from '../secrets';

const LIFETIME_DAYS = 7;

/** An existing member can become an owner; owners are not invited. */
export const INVITED_ROLES = ['admin', 'billing', 'member', 'read_only'] as const satisfies readonly Role[];
export type InvitedRole = (typeof INVITED_ROLES)[number];

export const INVITATION_STATUSES = ['pending', 'accepted', 'revoked', 'expired'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

export interface NewInvitation {
  readonly accountId: string;
  readonly email: string;
  readonly role: InvitedRole;
  /** The inviting user. */
  readonly invitedById: string;
  /** Identifies retries with the same Idempotency-Key. */
  readonly operationId: string;
}

type InvitationMethod = 'status' | 'accept' | 'revoke';
type InvitationState = Omit<Invitation, InvitationMethod>;

/** Offers a role in an account to an email address. */
export class Invitation {
  readonly id!: string;
  readonly accountId!: string;
  /** Lower case. */
  readonly email!: string;
  readonly role!: InvitedRole;
  readonly tokenHash!: Buffer;
  readonly invitedById!: string;
  readonly operationId!: string;
  readonly expiresAt!: Date;
  readonly acceptedAt!: Date | null;
  readonly revokedAt!: Date | null;
  readonly createdAt!: Date;

  private constructor(state: InvitationState) {
    Object.assign(this, state);
  }

  /** `secret` belongs into the email only. */
  static issue(input: NewInvitation, now: Date): { invitation: Invitation; secret: string } {
    const secret = newSecret();
    const invitation = new Invitation({
      ...input,
      id: newId('ivt'),
      email: normalizeEmail(input.email),
      tokenHash: hashSecret(secret),
      expiresAt: addDays(now, LIFETIME_DAYS),
      acceptedAt: null,
      revokedAt: null,
      createdAt: now,
    });
    return { invitation, secret };
  }

  status(now: Date): InvitationStatus {
    return invitationStatus(this, now);
  }

  /** Throws token_invalid unless pending. */
  accept(now: Date): void {
    if (this.status(now) !== 'pending') throw IdentityErrors.token_invalid();
    this.become({ acceptedAt: now });
  }

  /** No effect on an expired or revoked invitation. Throws invalid_state once accepted. */
  revoke(now: Date): void {
    const status = this.status(now);
    if (status === 'accepted') {
      throw CommonErrors.invalid_state({
        message: 'This invitation was accepted and can no longer be revoked. Remove the member instead.',
      });
    }
    if (status === 'pending') this.become({ revokedAt: now });
  }

  private become(change: Partial<InvitationState>): void {
    Object.assign(this, change);
  }
}

type Dates = Pick<Invitation, 'acceptedAt' | 'revokedAt' | 'expiresAt'>;

/** Computed on read, so that invitations expire without a job. */
export function invitationStatus({ acceptedAt, revokedAt, expiresAt }: Dates, now: Date): InvitationStatus {
  if (acceptedAt) return 'accepted';
  // An invitation that was replaced after its expiry counts as expired, not revoked.
  if (expiresAt <= (revokedAt ?? now)) return 'expired';
  return revokedAt ? 'revoked' : 'pending';
}
