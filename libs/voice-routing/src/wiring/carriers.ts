import { Clock, Transactor } from '@trunkline/kernel';
import { alias, AuditTrail, bind, CryptoBox, Database, implement, type Wiring } from '@trunkline/platform';
import { NumberingPlan } from '../application/calls/ports';
import { CarrierLegs } from '../application/carriers/carrier-legs';
import { Carriers } from '../application/carriers/carriers';
import { CarrierPasswords, CarrierQueries, CarrierRepository } from '../application/carriers/ports';
import { AuditLog } from '../application/ports';
import { CarrierReads, StoredCarriers } from '../infrastructure/carriers/carrier.repository';
import { CryptoBoxCarrierPasswords } from '../infrastructure/carriers/sealed-carrier-passwords';

/** Carriers, which take outbound calls. */
export const carriersWiring: Wiring = {
  providers: [
    alias(AuditLog, AuditTrail),
    implement(CarrierRepository, StoredCarriers, [Database]),
    implement(CarrierPasswords, CryptoBoxCarrierPasswords, [CryptoBox]),
    bind(CarrierLegs, [CarrierPasswords, NumberingPlan]),
  ],
  exported: [
    implement(CarrierQueries, CarrierReads, [Database]),
    bind(Carriers, [Transactor, CarrierRepository, CarrierQueries, CarrierPasswords, AuditLog, Clock]),
  ],
};
