import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { alias, AuditTrail, bind, Database, implement, Settings, type Wiring } from '@trunkline/platform';
import { ActivateNumber } from '../application/lifecycle/activate-number';
import { NumberNotices } from '../application/notices/number-notices';
import { Bundles, FaultPoints, PhoneNumberRepository } from '../application/ports';
import { AcceptDocuments } from '../application/registration/accept-documents';
import { ApprovedBundles } from '../application/registration/end-user-registrar';
import { RegistrationRepository } from '../application/registration/ports';
import { RegisterNumbers } from '../application/registration/register-numbers';
import { Registrars } from '../application/registration/registrars';
import { RegistrationAudit, Registrations } from '../application/registration/registrations';
import { SettleRegistration } from '../application/registration/settle-registration';
import { SupplierErasureRepository, SupplierErasures } from '../application/registration/supplier-erasures';
import { SupplierRefs } from '../application/registration/supplier-refs';
import { EraseAtSuppliers1795000315000 } from '../infrastructure/migrations/erase-at-suppliers';
import { RegisterEndUsers1795000314000 } from '../infrastructure/migrations/register-end-users';
import { createRegistrars } from '../infrastructure/registration/create-registrars';
import { SqlRegistrations } from '../infrastructure/registration/sql-registrations';
import { SqlSupplierErasures } from '../infrastructure/registration/sql-supplier-erasures';
import { SqlSupplierRefs } from '../infrastructure/registration/sql-supplier-refs';

/** The registration of end users with suppliers. */
export const registrationWiring: Wiring = {
  providers: [
    implement(SupplierRefs, SqlSupplierRefs, [Database, Clock, FaultPoints]),
    implement(RegistrationRepository, SqlRegistrations, [Database]),
    implement(SupplierErasureRepository, SqlSupplierErasures, [Database]),
    alias(RegistrationAudit, AuditTrail),
    { provide: Registrars, inject: [Settings, SupplierRefs], useFactory: createRegistrars },
    bind(AcceptDocuments, [Registrars, RegistrationRepository, ActivateNumber, Clock]),
    bind(SettleRegistration, [
      Transactor,
      RegistrationRepository,
      PhoneNumberRepository,
      Bundles,
      ActivateNumber,
      NumberNotices,
      EventBus,
      Clock,
    ]),
  ],
  exported: [
    bind(SupplierErasures, [Transactor, SupplierErasureRepository, Registrars, RegistrationAudit, Clock]),
    bind(Registrations, [Transactor, RegistrationRepository, RegistrationAudit, Clock]),
    bind(RegisterNumbers, [
      RegistrationRepository,
      Registrars,
      ApprovedBundles,
      SettleRegistration,
      Clock,
      FaultPoints,
    ]),
  ],
  migrations: [RegisterEndUsers1795000314000, EraseAtSuppliers1795000315000],
};
