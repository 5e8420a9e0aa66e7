import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, CryptoBox, Database, implement, Settings, type Wiring } from '@trunkline/platform';
import { AuthenticateSystem } from '../application/registrations/authenticate-system';
import { ExpireContacts } from '../application/registrations/expire-contacts';
import { AuthFailures, ContactStore, RegistrationQueries, SipLogins } from '../application/registrations/ports';
import { ReportContacts } from '../application/registrations/report-contacts';
import { StoredAuthFailures } from '../infrastructure/registrations/auth-failures';
import { StoredContacts } from '../infrastructure/registrations/contact-store';
import { RegistrationReads } from '../infrastructure/registrations/registration-queries';
import { StoredSipLogins } from '../infrastructure/registrations/sip-logins';

/** The contacts of registered systems, and the digests with which they register. */
export const registrationsWiring: Wiring = {
  providers: [
    implement(ContactStore, StoredContacts, [Database]),
    implement(SipLogins, StoredSipLogins, [Database, CryptoBox]),
    implement(AuthFailures, StoredAuthFailures, [Database]),
  ],
  exported: [
    implement(RegistrationQueries, RegistrationReads, [Database]),
    bind(ReportContacts, [Transactor, ContactStore, EventBus, Clock]),
    bind(ExpireContacts, [Transactor, ContactStore, EventBus, Clock]),
    bind(AuthenticateSystem, [SipLogins, AuthFailures, Clock, Settings]),
  ],
};
