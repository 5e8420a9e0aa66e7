import { join } from 'node:path';
import { Module, type Provider } from '@nestjs/common';
import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import {
  bind,
  CryptoBox,
  Database,
  implement,
  JobQueues,
  Log,
  type Persistence,
  ReplicaReads,
  Settings,
} from '@trunkline/platform';
import { ExportCallbacks } from './application/export-callbacks';
import { Exports } from './application/exports';
import {
  CallbackSecrets,
  CallbackSender,
  CallbackUrls,
  ExportFiles,
  ExportHints,
  ExportRepository,
  ExportSources,
  FileCiphers,
  FileStorage,
  Snapshots,
} from './application/ports';
import { PruneExports } from './application/prune-exports';
import { RunExport } from './application/run-export';
import {
  CALLBACK_SECRET_PURPOSE,
  DatabaseSnapshots,
  JobExportHints,
  SealedCallbackSecrets,
} from './infrastructure/export-jobs';
import { StoredExports } from './infrastructure/export-repository';
import { CreateExports1795021221000 } from './infrastructure/migrations/create-exports';
import { CountExportFailures1795021800000 } from './infrastructure/migrations/count-export-failures';
import { ExportSchema } from './infrastructure/schema';
import { SpooledExportFiles } from './infrastructure/spooled-export-files';
import { exportsActivity } from './infrastructure/recorded-tables';

/** On the same file system as stored documents, so that storing a file renames it. */
const SPOOL = ['documents', 'exports'] as const;

const providers: readonly Provider[] = [
  implement(ExportRepository, StoredExports, [Database]),
  implement(Snapshots, DatabaseSnapshots, [Database, ReplicaReads]),
  implement(ExportHints, JobExportHints, [JobQueues, Log]),
  implement(CallbackSecrets, SealedCallbackSecrets, [CryptoBox]),
  {
    provide: ExportFiles,
    inject: [Settings, FileCiphers, FileStorage],
    useFactory: ({ DATA_DIR }: Settings, ciphers: FileCiphers, storage: FileStorage) =>
      new SpooledExportFiles(join(DATA_DIR, ...SPOOL), ciphers, storage),
  },
];

/** What is visible outside the context. */
const exported = [
  bind(Exports, [
    Transactor,
    ExportRepository,
    ExportSources,
    ExportFiles,
    ExportHints,
    CallbackSecrets,
    CallbackUrls,
    Clock,
  ]),
  bind(RunExport, [Transactor, Snapshots, ExportRepository, ExportSources, ExportFiles, ExportHints, EventBus, Clock]),
  bind(ExportCallbacks, [ExportRepository, CallbackSecrets, CallbackSender, Clock]),
  bind(PruneExports, [ExportRepository, ExportFiles, Clock]),
];

@Module({
  providers: [...providers, ...exported],
  exports: exported.map(({ provide }) => provide),
})
export class ExportsModule {}

export const exportsPersistence: Persistence = {
  activity: exportsActivity,
  schemas: [ExportSchema],
  migrations: [CreateExports1795021221000, CountExportFailures1795021800000],
  grants: { schema: 'exports' },
  sealed: [
    { table: 'exports.exports', key: ['id'], column: 'callback_secret_sealed', purpose: CALLBACK_SECRET_PURPOSE },
  ],
};
