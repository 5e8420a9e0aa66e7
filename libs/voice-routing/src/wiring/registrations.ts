import { Database, implement, type Wiring } from '@trunkline/platform';
import { RegistrationQueries } from '../application/registrations/ports';
import { SqlRegistrationQueries } from '../infrastructure/registrations/sql-registration-queries';

/** The contacts of registered systems. */
export const registrationsWiring: Wiring = {
  providers: [],
  exported: [implement(RegistrationQueries, SqlRegistrationQueries, [Database])],
};
