import type { Persistence } from './database';
import { AskBeforeDeleting1795003203000 } from './migrations/ask-before-deleting';
import { CountStreams1795000807000 } from './migrations/count-streams';
import { CreateDeliveries1795000800001 } from './migrations/create-deliveries';
import { CreatePlatform1795000000000 } from './migrations/create-platform';
import { DropMonths1795021600000 } from './migrations/drop-months';
import { KnowMasterKeys1795000805000 } from './migrations/know-master-keys';
import { ListNumberSpellings1795004000000 } from './migrations/list-number-spellings';
import { ListProcesses1795021190000 } from './migrations/list-processes';
import { OpenQueues1795000806000 } from './migrations/open-queues';
import { IndexWaitingMails1795008000000 } from './migrations/index-waiting-mails';
import { IndexAuditTrail1795000801000 } from './migrations/index-audit-trail';
import { PartitionByMonth1795021200001 } from './migrations/partition-by-month';
import { RecordActivity1795024000000 } from './migrations/record-activity';
import { RecordClearedMembers1795030320000 } from './migrations/record-cleared-members';
import { ScriptFaults1795000802000 } from './migrations/script-faults';

export const platformPersistence: Persistence = {
  schemas: [],
  activity: {
    recorded: [],
    unrecorded: {
      'It is a record of its own.': ['activity', 'audit_trail'],
      'Processes keep it for their own work.': [
        'cache',
        'event_deliveries',
        'idempotency_keys',
        'mails',
        'master_keys',
        'number_spellings',
        'open_streams',
        'outbox',
        'processes',
        'rate_limits',
        'retentions',
        'sandbox_faults',
        'test_clock',
        'turns',
        'undropped_months',
      ],
    },
  },
  migrations: [
    CreatePlatform1795000000000,
    CreateDeliveries1795000800001,
    IndexAuditTrail1795000801000,
    ScriptFaults1795000802000,
    KnowMasterKeys1795000805000,
    OpenQueues1795000806000,
    CountStreams1795000807000,
    AskBeforeDeleting1795003203000,
    ListNumberSpellings1795004000000,
    IndexWaitingMails1795008000000,
    ListProcesses1795021190000,
    PartitionByMonth1795021200001,
    DropMonths1795021600000,
    RecordActivity1795024000000,
    RecordClearedMembers1795030320000,
  ],
  grants: { schema: 'platform', appendOnly: ['activity', 'audit_trail', 'master_keys'] },
  sealed: [
    {
      table: 'platform.idempotency_keys',
      key: ['account_id', 'method', 'path', 'key'],
      column: 'body_sealed',
      purpose: 'idempotency',
    },
    { table: 'platform.mails', key: ['id'], column: 'letter_sealed', purpose: 'mail' },
  ],
};
