import { Mails } from '@trunkline/kernel';
import { bind, CryptoBox, Database, implement, type SealedColumn, type Wiring } from '@trunkline/platform';
import { NumberContacts } from '../application/number-notices';
import { PortNotices } from '../application/porting/port-notices';
import { PortDirectory, PortQueries, PortRepository } from '../application/porting/ports';
import { PortNumbers1795021140000 } from '../infrastructure/migrations/port-numbers';
import {
  PortCommentSchema,
  PortEventSchema,
  PortNumberSchema,
  PortRequestSchema,
} from '../infrastructure/porting/port.schema';
import { StoredPortDirectory } from '../infrastructure/porting/port-directory';
import { PortReads } from '../infrastructure/porting/port-queries';
import { StoredPorts } from '../infrastructure/porting/port.repository';
import { PORT_COMMENT, PORT_DETAILS } from '../infrastructure/porting/sealed-ports';

/** Numbers that accounts bring from other carriers. */
export const portingWiring: Wiring = {
  providers: [
    implement(PortRepository, StoredPorts, [Database, CryptoBox]),
    bind(PortNotices, [NumberContacts, Mails]),
  ],
  exported: [
    implement(PortQueries, PortReads, [Database, CryptoBox]),
    implement(PortDirectory, StoredPortDirectory, [Database]),
  ],
  schemas: [PortRequestSchema, PortNumberSchema, PortEventSchema, PortCommentSchema],
  migrations: [PortNumbers1795021140000],
};

/** Personal data, which a rotation of the master key seals again. */
export const portingSealed: readonly SealedColumn[] = [
  { table: 'numbering.port_requests', key: ['id'], column: 'details_sealed', purpose: PORT_DETAILS },
  { table: 'numbering.port_comments', key: ['id'], column: 'body_sealed', purpose: PORT_COMMENT },
];
