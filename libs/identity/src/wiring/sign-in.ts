import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { LoginEventRecorder } from '../application/sessions/login-event-recorder';
import { SuccessfulSignIns } from '../application/sessions/successful-sign-ins';
import { MailedLinks } from '../application/mails/mailed-links';
import { PasswordAttempts } from '../application/passwords/password-attempts';
import { PasswordVerification } from '../application/passwords/password-verification';
import { Passwords } from '../application/passwords/passwords';
import { MembershipRepository, SessionRepository, UserRepository } from '../application/ports';
import { Geolocation } from '../application/screening/ports';
import { Screening } from '../application/screening/screening';
import { DeviceNames, KnownDevices, SignInMethods } from '../application/sign-in/ports';
import { Devices } from '../application/sign-in/devices';
import { FollowMagicLink } from '../application/sign-in/follow-magic-link';
import { LogIn } from '../application/sign-in/log-in';
import { MinimumDuration } from '../application/sign-in/minimum-duration';
import { Reauthentication } from '../application/sign-in/reauthentication';
import { SignIn } from '../application/sign-in/sign-in';
import { IdentifyGuesses1795003202000 } from '../infrastructure/migrations/identify-guesses';
import { KnowDevices1795000113000 } from '../infrastructure/migrations/know-devices';
import { BowserDeviceNames } from '../infrastructure/sign-in/bowser-device-names';
import { StoredKnownDevices } from '../infrastructure/sign-in/known-devices';
import { StoredSignInMethods } from '../infrastructure/sign-in/sign-in-methods';

/** Sign-in with password and magic link, known devices, reauthentication. */
export const signInWiring: Wiring = {
  providers: [
    implement(SignInMethods, StoredSignInMethods, [Database]),
    implement(DeviceNames, BowserDeviceNames, []),
    implement(KnownDevices, StoredKnownDevices, [Database]),
    bind(Devices, [KnownDevices, Clock]),
    bind(SignIn, [
      SessionRepository,
      MembershipRepository,
      LoginEventRecorder,
      SuccessfulSignIns,
      Devices,
      DeviceNames,
      Geolocation,
      Clock,
    ]),
    { provide: MinimumDuration, useFactory: () => new MinimumDuration() },
  ],
  exported: [
    bind(LogIn, [Transactor, UserRepository, Passwords, Screening, PasswordAttempts, SignIn, MinimumDuration]),
    bind(Reauthentication, [Transactor, UserRepository, PasswordVerification, Clock]),
    bind(FollowMagicLink, [Transactor, MailedLinks, UserRepository, SignInMethods, Screening, SignIn, Clock]),
  ],
  migrations: [KnowDevices1795000113000, IdentifyGuesses1795003202000],
};
