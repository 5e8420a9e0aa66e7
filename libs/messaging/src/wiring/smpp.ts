import { Clock } from '@trunkline/kernel';
import { CryptoBox, Database, implement, type Wiring } from '@trunkline/platform';
import { KeptPdus } from '../application/carriers/kept-pdus';
import { KeepUnreadablePdus1795021110000 } from '../infrastructure/migrations/keep-unreadable-pdus';
import { StoredPdus } from '../infrastructure/smpp/stored-pdus';

/** Carriers that are reached by SMPP. */
export const smppWiring: Wiring = {
  providers: [],
  exported: [implement(KeptPdus, StoredPdus, [Database, CryptoBox, Clock])],
  migrations: [KeepUnreadablePdus1795021110000],
};
