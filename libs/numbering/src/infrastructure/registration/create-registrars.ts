import type { Settings } from '@trunkline/platform';
import { Registrars } from '../../application/registration/registrars';
import type { SupplierRefs } from '../../application/registration/supplier-refs';
import { DIDWW, didwwHttp } from '../suppliers/didww/didww-config';
import { fixedCredential } from '../suppliers/http/credential';
import { SupplierHttp } from '../suppliers/http/supplier-http';
import { TELNYX } from '../suppliers/telnyx/telnyx-types';
import { DidwwRegistrar } from './didww-registrar';
import { TelnyxRegistrar } from './telnyx-registrar';

/** The suppliers that register end users themselves. */
const REGISTERING = [DIDWW, TELNYX] as const;

/** Creates the registrars of the suppliers that `NUMBER_SUPPLIERS` names. The sandbox has none. */
export function createRegistrars({ NUMBER_SUPPLIERS, didww, telnyx }: Settings, refs: SupplierRefs): Registrars {
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
