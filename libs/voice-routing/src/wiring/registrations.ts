import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, CryptoBox, Database, implement, Settings, type Wiring } from '@trunkline/platform';
import { AuthenticateSystem } from '../application/registrations/authenticate-system';
import { ExpireContacts } from '../application/registrations/expire-contacts';
import { AuthFailures, ContactStore, RegistrationQueries, SipLogins } from '../application/registrations/ports';
import { ReportContacts } from '../application/registrations/report-contacts';
import { SqlAuthFailures } from '../infrastructure/registrations/sql-auth-failures';
import { SqlContactStore } from '../infrastructure/registrations/sql-contact-store';
import { SqlRegistrationQueries } from '../infrastructure/registrations/sql-registration-queries';
import { SqlSipLogins } from '../infrastructure/registrations/sql-sip-logins';

/** The contacts of registered systems, and the digests with which they register. */
export const registrationsWiring: Wiring = {
  providers: [
    implement(ContactStore, SqlContactStore, [Database]),
    implement(SipLogins, SqlSipLogins, [Database, CryptoBox]),
    implement(AuthFailures, SqlAuthFailures, [Database]),
  ],
  exported: [
    implement(RegistrationQueries, SqlRegistrationQueries, [Database]),
    bind(ReportContacts, [Transactor, ContactStore, EventBus, Clock]),
    bind(ExpireContacts, [Transactor, ContactStore, EventBus, Clock]),
    bind(AuthenticateSystem, [SipLogins, AuthFailures, Clock, Settings]),
  ],
};
