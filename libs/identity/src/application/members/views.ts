import type { InvitationStatus, InvitedRole } from '../../domain/members/invitation';
import type { UserView } from '../views';

export interface MemberView {
  /** Its role is the one in the account. */
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

/** An invitation as whoever holds its link may see it. */
export interface InvitationPreview {
  readonly accountId: string;
  readonly accountName: string;
  readonly inviterName: string;
  readonly email: string;
  readonly role: InvitedRole;
  readonly expiresAt: Date;
  /** The user whom the address belongs to, verified or not; null for nobody. */
  readonly userId: string | null;
  /** Nobody has proved yet that the address is theirs: accepting it takes a name and a password. */
  readonly isNewUser: boolean;
}
