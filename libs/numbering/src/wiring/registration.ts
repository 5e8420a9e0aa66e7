import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, Settings, type Wiring } from '@trunkline/platform';
import { CallConnectors } from '../application/connections/call-connector';
import { ActivateNumber } from '../application/lifecycle/activate-number';
import { Suspensions } from '../application/lifecycle/suspensions';
import { NumberNotices } from '../application/number-notices';
import { Bundles, FaultPoints, OperatorAudit, PhoneNumberRepository } from '../application/ports';
import { AcceptDocuments } from '../application/registration/accept-documents';
import { AnnounceRejection } from '../application/registration/announce-rejection';
import { CheckRegistrations } from '../application/registration/check-registrations';
import { ApprovedBundles } from '../application/registration/end-user-registrar';
import { RegistrationRepository } from '../application/registration/ports';
import { RegisterNumbers } from '../application/registration/register-numbers';
import { Registrars } from '../application/registration/registrars';
import { RetryRegistration } from '../application/registration/retry-registration';
import { SettleCheck } from '../application/registration/settle-check';
import { SettleRegistration } from '../application/registration/settle-registration';
import { SupplierErasureRepository, SupplierErasures } from '../application/registration/supplier-erasures';
import { SupplierRefs } from '../application/registration/supplier-refs';
import { CheckRegistrations1795000316000 } from '../infrastructure/migrations/check-registrations';
import { EraseAtSuppliers1795000315000 } from '../infrastructure/migrations/erase-at-suppliers';
import { RegisterEndUsers1795000314000 } from '../infrastructure/migrations/register-end-users';
import { RegistrationSchema, StoredRegistrations } from '../infrastructure/registration/registrations';
import { StoredSupplierErasures, SupplierErasureSchema } from '../infrastructure/registration/supplier-erasures';
import { StoredSupplierRefs } from '../infrastructure/registration/supplier-refs';
import { DidwwRegistrar } from '../infrastructure/registration/didww-registrar';
import { TelnyxRegistrar } from '../infrastructure/registration/telnyx-registrar';
import { DIDWW, didwwHttp } from '../infrastructure/suppliers/didww/didww-config';
import { fixedCredential } from '../infrastructure/suppliers/http/credential';
import { SupplierHttp } from '../infrastructure/suppliers/http/supplier-http';
import { TELNYX } from '../infrastructure/suppliers/telnyx/telnyx-types';

/** The registration of end users with suppliers. */
export const registrationWiring: Wiring = {
  providers: [
    implement(SupplierRefs, StoredSupplierRefs, [Database, Clock, FaultPoints]),
    { provide: Registrars, inject: [Settings, SupplierRefs], useFactory: createRegistrars },
    bind(AcceptDocuments, [Registrars, RegistrationRepository, ActivateNumber, Suspensions, Clock]),
    bind(AnnounceRejection, [NumberNotices, EventBus]),
    bind(SettleRegistration, [
      Transactor,
      RegistrationRepository,
      PhoneNumberRepository,
      Bundles,
      AcceptDocuments,
      AnnounceRejection,
      Clock,
    ]),
    bind(SettleCheck, [
      Transactor,
      RegistrationRepository,
      PhoneNumberRepository,
      Bundles,
      AcceptDocuments,
      AnnounceRejection,
      Suspensions,
      Clock,
    ]),
  ],
  exported: [
    implement(RegistrationRepository, StoredRegistrations, [Database]),
    implement(SupplierErasureRepository, StoredSupplierErasures, [Database]),
    bind(SupplierErasures, [Transactor, SupplierErasureRepository, Registrars, OperatorAudit, Clock]),
    bind(RetryRegistration, [Transactor, RegistrationRepository, OperatorAudit, Clock]),
    bind(CheckRegistrations, [RegistrationRepository, Registrars, SettleCheck, Clock, FaultPoints]),
    bind(RegisterNumbers, [
      RegistrationRepository,
      Registrars,
      ApprovedBundles,
      SettleRegistration,
      CallConnectors,
      Clock,
      FaultPoints,
    ]),
  ],
  schemas: [RegistrationSchema, SupplierErasureSchema],
  migrations: [RegisterEndUsers1795000314000, EraseAtSuppliers1795000315000, CheckRegistrations1795000316000],
};

/** The suppliers that register end users themselves. */
const REGISTERING = [DIDWW, TELNYX] as const;

/** Creates the registrars of the suppliers that `NUMBER_SUPPLIERS` names. The sandbox has none. */
function createRegistrars({ NUMBER_SUPPLIERS, didww, telnyx }: Settings, refs: SupplierRefs): Registrars {
  const factories = {
    didww: () => didww && new DidwwRegistrar(didwwHttp({ ...didww, callbackUrl: null }), refs),
    telnyx: () => {
      if (!telnyx) return null;
      const credential = fixedCredential('authorization', `Bearer ${telnyx.apiKey}`);
      return new TelnyxRegistrar(new SupplierHttp({ supplier: 'Telnyx', baseUrl: telnyx.apiBase, credential }), refs);
    },
  };
  const enabled = REGISTERING.filter((name) => NUMBER_SUPPLIERS.includes(name)).map((name) => factories[name]());
  return new Registrars(
    enabled.filter((each) => each !== null),
    REGISTERING,
  );
}
