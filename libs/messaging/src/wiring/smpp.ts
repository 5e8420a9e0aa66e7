import { Clock, Transactor } from '@trunkline/kernel';
import { bind, CryptoBox, Database, implement, Log, Metrics, type Wiring } from '@trunkline/platform';
import { InspectPdu, KeptPdus } from '../application/carriers/kept-pdus';
import { AuditLog } from '../application/ports';
import { KeepUnreadablePdus1795021110000 } from '../infrastructure/migrations/keep-unreadable-pdus';
import { SmppProtocol } from '../infrastructure/smpp/smpp-protocol';
import { StoredPdus } from '../infrastructure/smpp/stored-pdus';

/** Carriers that are reached by SMPP. */
export const smppWiring: Wiring = {
  providers: [bind(SmppProtocol, [KeptPdus, Metrics, Clock, Log])],
  exported: [
    implement(KeptPdus, StoredPdus, [Database, CryptoBox, Clock]),
    bind(InspectPdu, [Transactor, KeptPdus, AuditLog]),
  ],
  migrations: [KeepUnreadablePdus1795021110000],
};
