import { lists, PASSWORD_LENGTH_MAX, SIGN_UP_PASSWORD_LENGTH_MIN } from '@trunkline/identity';
import { Email, Flag, Id, OneOf, PageQuery, QueryList, Secret, Text, UnixTime } from '../../http';
import { TOKEN_MAX } from '../sign-in/auth.dto';
import { SessionPassword } from '../sessions/session-password';

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

  @SessionPassword()
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
  expiresAt: Date;

  @UnixTime({ description: 'Time when it was sent.' })
  createdAt: Date;
}

export class InspectInvitationBody {
  @Secret(TOKEN)
  token: string;
}

export class InvitationPreviewDto {
  @Text({ description: 'Name of the inviting account.', example: 'Analytical Engines Ltd' })
  accountName: string;

  @Text({ description: 'Name of the inviting member.', example: 'Ada Lovelace' })
  inviterName: string;

  @Email({ description: 'Invited email address.', example: 'grace@example.com' })
  email: string;

  @OneOf({ description: 'Offered role.', values: lists.INVITED_ROLES, name: 'InvitedRole' })
  role: string;

  @UnixTime({ description: 'Expiry of the link.' })
  expiresAt: Date;

  @Flag({ description: 'Whether `name` and `password` are required: no user has verified this email address.' })
  isNewUser: boolean;
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
  userId: string;

  @Id({ description: 'Account that the user joined.', prefix: 'acc' })
  accountId: string;

  @OneOf({
    description:
      '`dashboard`: a new user, now signed in to the account. `login`: an existing user, who signs in as usual or continues an existing session.',
    values: ['dashboard', 'login'],
    name: 'AcceptInvitationNextStep',
  })
  nextStep: string;

  @UnixTime({ description: 'Expiry of the new session; null if none was created.', nullable: true })
  expiresAt: Date | null;
}
