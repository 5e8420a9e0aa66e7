import { lists, PASSWORD_LENGTH_MAX, SIGN_UP_PASSWORD_LENGTH_MIN, type views } from '@trunkline/identity';
import { unixSeconds } from '@trunkline/kernel';
import { Email, Flag, Id, OneOf, PageQuery, QueryList, Secret, Text, UnixTime } from '../../http';
import { TOKEN_MAX } from '../sign-in/auth.dto';

const TOKEN = {
  description: '`token` parameter of the mailed link.',
  example: 'Wb1LxkTQ2mVx1cN0pJb9h3o6yq5sR8tUvE7aGdFzKi4',
  max: TOKEN_MAX,
};

export class InviteBody {
  @Email({ description: 'Email address to invite, of a new or existing user.', example: 'grace@example.com' })
  email: string;

  @OneOf({
    description: 'Role of the invited user. To add an owner, change the role of a member.',
    values: lists.INVITED_ROLES,
    name: 'InvitedRole',
  })
  role: lists.InvitedRole;

  @Secret({
    description: 'Password of the user. Required if the session signed in more than 15 minutes ago.',
    optional: true,
    max: PASSWORD_LENGTH_MAX,
  })
  password?: string;
}

export class ListInvitationsQuery extends PageQuery {
  @QueryList({
    description: 'Filters by status.',
    example: 'pending',
    values: lists.INVITATION_STATUSES,
    name: 'InvitationStatus',
  })
  status?: lists.InvitationStatus[];
}

export class InvitationDto {
  @Id({ description: 'Invitation ID.', prefix: 'ivt' })
  id: string;

  @Email({ description: 'Invited email address.', example: 'grace@example.com' })
  email: string;

  @OneOf({ description: 'Offered role.', values: lists.INVITED_ROLES, name: 'InvitedRole' })
  role: string;

  @OneOf({
    description: 'Status. Only `pending` invitations can be accepted.',
    values: lists.INVITATION_STATUSES,
    name: 'InvitationStatus',
  })
  status: string;

  @UnixTime({ description: 'Expiry of the link: 7 days after it was sent.' })
  expires_at: number;

  @UnixTime({ description: 'Time when it was sent.' })
  created_at: number;
}

export class InspectInvitationBody {
  @Secret(TOKEN)
  token: string;
}

export class InvitationPreviewDto {
  @Text({ description: 'Name of the inviting account.', example: 'Analytical Engines Ltd' })
  account_name: string;

  @Text({ description: 'Name of the inviting member.', example: 'Ada Lovelace' })
  inviter_name: string;

  @Email({ description: 'Invited email address.', example: 'grace@example.com' })
  email: string;

  @OneOf({ description: 'Offered role.', values: lists.INVITED_ROLES, name: 'InvitedRole' })
  role: string;

  @UnixTime({ description: 'Expiry of the link.' })
  expires_at: number;

  @Flag({ description: 'Whether `name` and `password` are required: no user has verified this email address.' })
  is_new_user: boolean;
}

export class AcceptInvitationBody extends InspectInvitationBody {
  @Text({
    description: 'Full name. Required for a new user, otherwise ignored.',
    example: 'Grace Hopper',
    optional: true,
    min: 2,
    max: 100,
  })
  name?: string;

  @Secret({
    description:
      'At least 8 characters; the most common passwords are rejected. Required for a new user, otherwise ignored.',
    optional: true,
    min: SIGN_UP_PASSWORD_LENGTH_MIN,
    max: PASSWORD_LENGTH_MAX,
  })
  password?: string;
}

export class AcceptedInvitationDto {
  @Id({ description: 'New member.', prefix: 'usr' })
  user_id: string;

  @Id({ description: 'Account that the user joined.', prefix: 'acc' })
  account_id: string;

  @OneOf({
    description:
      '`dashboard`: a new user, now signed in to the account. `login`: an existing user, who signs in as usual or continues an existing session.',
    values: ['dashboard', 'login'],
    name: 'AcceptInvitationNextStep',
  })
  next_step: string;

  @UnixTime({ description: 'Expiry of the new session; null if none was created.', nullable: true })
  expires_at: number | null;
}

export function toAcceptedInvitationDto({
  userId,
  accountId,
  signedIn,
}: views.AcceptedInvitation): AcceptedInvitationDto {
  return {
    user_id: userId,
    account_id: accountId,
    next_step: signedIn ? 'dashboard' : 'login',
    expires_at: signedIn && unixSeconds(signedIn.expiresAt),
  };
}

export function toInvitationDto(invitation: views.InvitationView): InvitationDto {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    status: invitation.status,
    expires_at: unixSeconds(invitation.expiresAt),
    created_at: unixSeconds(invitation.createdAt),
  };
}

export function toInvitationPreviewDto(preview: views.InvitationPreview): InvitationPreviewDto {
  return {
    account_name: preview.accountName,
    inviter_name: preview.inviterName,
    email: preview.email,
    role: preview.role,
    expires_at: unixSeconds(preview.expiresAt),
    is_new_user: preview.isNewUser,
  };
}
