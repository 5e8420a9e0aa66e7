import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement } from '@trunkline/platform';
import { SessionRepository } from '../application/ports';
import { Geolocation } from '../application/screening/geolocation';
import { Credentials } from '../application/sessions/credentials';
import { SessionQueries } from '../application/sessions/ports';
import { RevokeSessions } from '../application/sessions/revoke-sessions';
import { Sessions } from '../application/sessions/sessions';
import { KnownDevices } from '../application/sign-in/known-devices';
import { PostgresCredentials } from '../infrastructure/sessions/postgres-credentials';
import { PostgresSessionQueries } from '../infrastructure/sessions/session-queries';
import { PostgresSessionRepository } from '../infrastructure/sessions/session.repository';
import type { Wiring } from './wiring';

/** Sessions, and resolving credentials to principals. */
export const sessionsWiring: Wiring = {
  providers: [
    implement(SessionRepository, PostgresSessionRepository, [Database]),
    bind(RevokeSessions, [SessionRepository, KnownDevices, Clock]),
    implement(SessionQueries, PostgresSessionQueries, [Database]),
  ],
  exported: [
    implement(Credentials, PostgresCredentials, [Database, Geolocation, Clock]),
    bind(Sessions, [Transactor, SessionRepository, SessionQueries, RevokeSessions, Clock]),
  ],
  schemas: [],
  migrations: [],
};
