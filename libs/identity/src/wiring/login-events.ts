import { Clock } from '@trunkline/kernel';
import { bind, Database, implement } from '@trunkline/platform';
import { LoginEventRecorder } from '../application/login-events/login-event-recorder';
import { LoginEvents } from '../application/login-events/login-events';
import { SuccessfulSignIns } from '../application/login-events/successful-sign-ins';
import { UserMails } from '../application/mails/user-mails';
import { LoginEventRepository, LoginEventQueries } from '../application/login-events/ports';
import { UserRepository } from '../application/ports';
import { Geolocation } from '../application/screening/geolocation';
import { DeviceNames } from '../application/sign-in/device-names';
import { PostgresLoginEventQueries } from '../infrastructure/login-events/login-event-queries';
import { PostgresLoginEventRepository } from '../infrastructure/login-events/login-event.repository';
import { KnowDevicesAndCountries1795000104000 } from '../infrastructure/migrations/know-devices-and-countries';
import type { Wiring } from './wiring';

/** Recording and reading login events. */
export const loginEventsWiring: Wiring = {
  providers: [
    implement(LoginEventRepository, PostgresLoginEventRepository, [Database]),
    bind(LoginEventRecorder, [LoginEventRepository, Geolocation, Clock]),
    bind(SuccessfulSignIns, [UserRepository, LoginEventRecorder, DeviceNames, UserMails]),
    implement(LoginEventQueries, PostgresLoginEventQueries, [Database]),
  ],
  exported: [bind(LoginEvents, [LoginEventQueries, Clock])],
  schemas: [],
  migrations: [KnowDevicesAndCountries1795000104000],
};
