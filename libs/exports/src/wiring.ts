/** The index, and what only the composition needs, which wires this context with the others. */

export * from './index';
export { ExportsModule, exportsPersistence } from './exports.module';

// Ports that other contexts answer.
export {
  CallbackSender,
  CallbackUrls,
  FileCiphers,
  FileStorage,
  type RecordQuery,
  type RecordSource,
} from './application/ports';
export type { RecordValues } from './domain/record-file';
