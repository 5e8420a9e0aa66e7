import {
  type AcceptedInvitation,
  INVITATION_STATUSES,
  type InvitationPreview,
  type InvitationStatus,
  type InvitationView,
  INVITED_ROLES,
  type InvitedRole,
  PASSWORD_LENGTH_MAX,
  SIGN_UP_PASSWORD_LENGTH_MIN,
} from '@trunkline/identity';
import { unixSeconds } from '@trunkline/kernel';
import { Email, Flag, Id, OneOf, PageQuery, QueryList, Secret, Text, UnixTime } from '../../http';
import { TOKEN_MAX } from '../sign-in/auth.dto';

const TOKEN = {
  description: 'What the mailed link carries as `token`.',
  example: 'Wb1LxkTQ2mVx1cN0pJb9h3o6yq5sR8tUvE7aGdFzKi4',
  max: TOKEN_MAX,
};

export class InviteBody {
  @Email({ description: 'Whom to invite, known here or not.', example: 'grace@example.com' })
  email: string;

  @OneOf({
    description: 'What they will be. An owner is made of a member, never invited.',
    example: 'member',
    values: INVITED_ROLES,
    name: 'InvitedRole',
  })
  role: InvitedRole;

  @Secret({
    description: 'Needed when the sign-in is older than 15 minutes.',
    optional: true,
    max: PASSWORD_LENGTH_MAX,
  })
  password?: string;
}

export class ListInvitationsQuery extends PageQuery {
  @QueryList({ description: 'Only invitations in these states.', example: 'pending', values: INVITATION_STATUSES })
  status?: InvitationStatus[];
}

export class InvitationDto {
  @Id({ description: 'The invitation.', prefix: 'ivt' })
  id: string;

  @Email({ description: 'Where it was mailed to.', example: 'grace@example.com' })
  email: string;

  @OneOf({ description: 'What is offered.', example: 'member', values: INVITED_ROLES, name: 'InvitedRole' })
  role: string;

  @OneOf({
    description: 'Only a pending one can be accepted.',
    example: 'pending',
    values: INVITATION_STATUSES,
    name: 'InvitationStatus',
  })
  status: string;

  @UnixTime({ description: 'When its link stops working: 7 days after it was sent.' })
  expires_at: number;

  @UnixTime({ description: 'When it was sent.' })
  created_at: number;
}

export class InspectInvitationBody {
  @Secret(TOKEN)
  token: string;
}

export class InvitationPreviewDto {
  @Text({ description: 'The account that one would join.', example: 'Analytical Engines Ltd' })
  account_name: string;

  @Text({ description: 'Who invites.', example: 'Ada Lovelace' })
  inviter_name: string;

  @Email({ description: 'Where it was mailed to.', example: 'grace@example.com' })
  email: string;

  @OneOf({ description: 'What is offered.', example: 'member', values: INVITED_ROLES, name: 'InvitedRole' })
  role: string;

  @UnixTime({ description: 'When the link stops working.' })
  expires_at: number;

  @Flag({ description: 'Accepting takes `name` and `password`: nobody has proved this address yet.', example: true })
  is_new_user: boolean;
}

export class AcceptInvitationBody extends InspectInvitationBody {
  @Text({
    description: 'The name of the person. Required of a new user, ignored otherwise.',
    example: 'Grace Hopper',
    optional: true,
    min: 2,
    max: 100,
  })
  name?: string;

  @Secret({
    description:
      'To sign in with later: at least 8 characters; the most common ones are refused. Required of a new user, ignored otherwise.',
    optional: true,
    min: SIGN_UP_PASSWORD_LENGTH_MIN,
    max: PASSWORD_LENGTH_MAX,
  })
  password?: string;
}

export class AcceptedInvitationDto {
  @Id({ description: 'Who is a member now.', prefix: 'usr' })
  user_id: string;

  @Id({ description: 'The account that invited.', prefix: 'acc' })
  account_id: string;

  @OneOf({
    description:
      '`dashboard`: somebody new, who is signed in to the account. `login`: somebody who was known before and signs in as ever; a browser that has a session of theirs goes on with it.',
    example: 'dashboard',
    values: ['dashboard', 'login'],
    name: 'AcceptInvitationNextStep',
  })
  next_step: string;

  @UnixTime({ description: 'When the session ends that has begun; null when none has.', nullable: true })
  expires_at: number | null;
}

export function toAcceptedInvitationDto({ userId, accountId, signedIn }: AcceptedInvitation): AcceptedInvitationDto {
  return {
    user_id: userId,
    account_id: accountId,
    next_step: signedIn ? 'dashboard' : 'login',
    expires_at: signedIn && unixSeconds(signedIn.expiresAt),
  };
}

export function toInvitationDto(invitation: InvitationView): InvitationDto {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    status: invitation.status,
    expires_at: unixSeconds(invitation.expiresAt),
    created_at: unixSeconds(invitation.createdAt),
  };
}

export function toInvitationPreviewDto(preview: InvitationPreview): InvitationPreviewDto {
  return {
    account_name: preview.accountName,
    inviter_name: preview.inviterName,
    email: preview.email,
    role: preview.role,
    expires_at: unixSeconds(preview.expiresAt),
    is_new_user: preview.isNewUser,
  };
}
