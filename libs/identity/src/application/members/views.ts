import type { InvitationStatus, InvitedRole } from '../../domain/members/invitation';
import type { UserView } from '../views';

export interface MemberView {
  /** With the role in the account. */
  readonly user: UserView;
  readonly joinedAt: Date;
}

export interface InvitationView {
  readonly id: string;
  readonly email: string;
  readonly role: InvitedRole;
  readonly status: InvitationStatus;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** An invitation as shown to the holder of its link. */
export interface InvitationPreview {
  readonly accountId: string;
  readonly accountName: string;
  readonly inviterName: string;
  readonly email: string;
  readonly role: InvitedRole;
  readonly expiresAt: Date;
  /** The user with this address, verified or not; null if there is none. */
  readonly userId: string | null;
  /** No verified user has this address: accepting requires a name and a password. */
  readonly isNewUser: boolean;
}
