import { Clock } from '@trunkline/kernel';
import { bind, CryptoBox, Database, implement, type Wiring } from '@trunkline/platform';
import { DeleteErasedData } from '../application/personal-data/delete-erased-data';
import { ErasedRecords, PersonalData } from '../application/personal-data/ports';
import { EnvelopedPersonalData } from '../infrastructure/personal-data/enveloped-personal-data';
import { StoredErasedRecords } from '../infrastructure/personal-data/erased-records';

/** The keys of personal data, and its deletion. */
export const personalDataWiring: Wiring = {
  providers: [implement(ErasedRecords, StoredErasedRecords, [Database, Clock])],
  exported: [
    implement(PersonalData, EnvelopedPersonalData, [Database, CryptoBox, Clock]),
    bind(DeleteErasedData, [ErasedRecords]),
  ],
};
