import { PASSWORD_LENGTH_MAX } from '@trunkline/identity';
import { Secret } from '../../http';

/** The password that confirms a session whose sign-in is not recent. `ReauthenticationGuard` checks it. */
export const SessionPassword = (): PropertyDecorator =>
  Secret({
    description: 'Password of the user. Required if the session signed in more than 15 minutes ago.',
    optional: true,
    guarded: true,
    max: PASSWORD_LENGTH_MAX,
  });
