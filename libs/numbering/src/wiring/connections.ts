import { Clock } from '@trunkline/kernel';
import { bind, Database, implement, Settings, type Wiring } from '@trunkline/platform';
import { type CallConnector, CallConnectors } from '../application/connections/call-connector';
import { CheckConnections } from '../application/connections/check-connections';
import { ConnectionFaults } from '../application/connections/ports';
import { ConnectionFaultSchema, StoredConnectionFaults } from '../infrastructure/connection-faults';
import {
  CheckConnections1795020762000,
  IndexUsedNumbers1795020763000,
} from '../infrastructure/migrations/check-connections';
import { didwwHttp } from '../infrastructure/suppliers/didww/didww-config';
import { DidwwConnector } from '../infrastructure/suppliers/didww/didww-voice-in';
import { fixedCredential } from '../infrastructure/suppliers/http/credential';
import { SupplierHttp } from '../infrastructure/suppliers/http/supplier-http';
import { TelnyxConnector } from '../infrastructure/suppliers/telnyx/telnyx-connection';

/** Where suppliers send the calls of numbers. */
export const connectionsWiring: Wiring = {
  providers: [],
  exported: [
    { provide: CallConnectors, inject: [Settings], useFactory: createConnectors },
    implement(ConnectionFaults, StoredConnectionFaults, [Database]),
    bind(CheckConnections, [CallConnectors, ConnectionFaults, Clock]),
  ],
  schemas: [ConnectionFaultSchema],
  migrations: [CheckConnections1795020762000, IndexUsedNumbers1795020763000],
};

/** Creates the connectors of the suppliers that `NUMBER_SUPPLIERS` names and that send calls nowhere by themselves. */
function createConnectors({ didww, telnyx }: Settings): CallConnectors {
  const connectors: CallConnector[] = [];
  if (didww) connectors.push(new DidwwConnector(didwwHttp({ ...didww, callbackUrl: null }), didww.voiceIn));
  if (telnyx) {
    const { apiKey, apiBase: baseUrl, connectionId } = telnyx;
    const credential = fixedCredential('authorization', `Bearer ${apiKey}`);
    connectors.push(new TelnyxConnector(new SupplierHttp({ supplier: 'Telnyx', baseUrl, credential }), connectionId));
  }
  return new CallConnectors(connectors);
}
