import { Clock, Transactor } from '@trunkline/kernel';
import { AddressGuard, bind, CryptoBox, Database, implement, Settings, type Wiring } from '@trunkline/platform';
import { Endpoints } from '../application/endpoints/endpoints';
import { EndpointRepository, EndpointUrls, PendingDeliveries, SigningSecrets } from '../application/endpoints/ports';
import { StoredPendingDeliveries } from '../infrastructure/deliveries/delivery-store';
import { StoredEndpoints } from '../infrastructure/endpoints/endpoint.repository';
import { GuardedEndpointUrls } from '../infrastructure/endpoints/guarded-endpoint-urls';
import { SealedSigningSecrets } from '../infrastructure/endpoints/sealed-signing-secrets';

export const endpointsWiring: Wiring = {
  providers: [
    implement(EndpointRepository, StoredEndpoints, [Database]),
    implement(SigningSecrets, SealedSigningSecrets, [CryptoBox]),
    implement(EndpointUrls, GuardedEndpointUrls, [AddressGuard, Settings]),
    implement(PendingDeliveries, StoredPendingDeliveries, [Database]),
  ],
  exported: [bind(Endpoints, [Transactor, EndpointRepository, SigningSecrets, EndpointUrls, PendingDeliveries, Clock])],
};
