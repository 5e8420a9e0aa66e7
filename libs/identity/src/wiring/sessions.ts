import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { UserMails } from '../application/mails/user-mails';
import { SessionRepository, UserRepository } from '../application/ports';
import { Geolocation } from '../application/screening/ports';
import { Credentials } from '../application/sessions/credentials';
import { LoginEventRecorder } from '../application/sessions/login-event-recorder';
import { LoginEvents } from '../application/sessions/login-events';
import { LoginEventQueries, LoginEventRepository, SessionQueries } from '../application/sessions/ports';
import { RevokeSessions } from '../application/sessions/revoke-sessions';
import { Sessions } from '../application/sessions/sessions';
import { SuccessfulSignIns } from '../application/sessions/successful-sign-ins';
import { DeviceNames, KnownDevices } from '../application/sign-in/ports';
import { KnowDevicesAndCountries1795000104000 } from '../infrastructure/migrations/know-devices-and-countries';
import { LoginEventReads } from '../infrastructure/sessions/login-event-queries';
import { StoredLoginEvents } from '../infrastructure/sessions/login-event.repository';
import { StoredCredentials } from '../infrastructure/sessions/credentials';
import { SessionReads } from '../infrastructure/sessions/session-queries';
import { StoredSessions } from '../infrastructure/sessions/session.repository';

/** Sessions, login events, and resolving credentials to principals. */
export const sessionsWiring: Wiring = {
  providers: [
    implement(SessionRepository, StoredSessions, [Database]),
    implement(SessionQueries, SessionReads, [Database]),
    implement(LoginEventRepository, StoredLoginEvents, [Database]),
    implement(LoginEventQueries, LoginEventReads, [Database]),
    bind(RevokeSessions, [SessionRepository, KnownDevices, Clock]),
    bind(LoginEventRecorder, [LoginEventRepository, Geolocation, Clock]),
    bind(SuccessfulSignIns, [UserRepository, LoginEventRecorder, DeviceNames, UserMails]),
  ],
  exported: [
    implement(Credentials, StoredCredentials, [Database, Geolocation, Clock]),
    bind(Sessions, [Transactor, SessionRepository, SessionQueries, RevokeSessions, Clock]),
    bind(LoginEvents, [LoginEventQueries, Clock]),
  ],
  migrations: [KnowDevicesAndCountries1795000104000],
};
