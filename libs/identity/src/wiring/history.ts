import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, Settings } from '@trunkline/platform';
import { FraudScreening, SessionRepository } from '../application/ports';
import { Geolocation } from '../application/screening/geolocation';
import { LoginEvents } from '../application/login-events/login-events';
import { LoginEventQueries, SessionQueries } from '../application/sessions/ports';
import { RevokeSessions } from '../application/sessions/revoke-sessions';
import { Sessions } from '../application/sessions/sessions';
import { PostgresLoginEventQueries } from '../infrastructure/login-events/login-event-queries';
import { CountSignUps1795000104001 } from '../infrastructure/migrations/count-sign-ups';
import { FindVerifiedSignUps1795000114000 } from '../infrastructure/migrations/find-verified-sign-ups';
import { KnowDevicesAndCountries1795000104000 } from '../infrastructure/migrations/know-devices-and-countries';
import { BuiltInFraudScreening } from '../infrastructure/screening/built-in-fraud-screening';
import { MaxmindGeolocation } from '../infrastructure/screening/maxmind-geolocation';
import { PostgresRecentSignUps } from '../infrastructure/screening/postgres-recent-sign-ups';
import { RecentSignUps } from '../infrastructure/screening/recent-sign-ups';
import { PostgresSessionQueries } from '../infrastructure/sessions/session-queries';
import type { Wiring } from './wiring';

/** Sessions, sign-in history, where an address lies, and fraud screening. */
export const sessionsWiring: Wiring = {
  providers: [
    implement(Geolocation, MaxmindGeolocation, [Settings]),
    implement(RecentSignUps, PostgresRecentSignUps, [Database, Clock]),
    implement(FraudScreening, BuiltInFraudScreening, [Settings, Geolocation, RecentSignUps]),
    implement(SessionQueries, PostgresSessionQueries, [Database]),
    implement(LoginEventQueries, PostgresLoginEventQueries, [Database]),
  ],
  exported: [
    bind(Sessions, [Transactor, SessionRepository, SessionQueries, RevokeSessions, Clock]),
    bind(LoginEvents, [LoginEventQueries, Clock]),
  ],
  schemas: [],
  migrations: [KnowDevicesAndCountries1795000104000, CountSignUps1795000104001, FindVerifiedSignUps1795000114000],
};
