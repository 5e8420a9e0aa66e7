export { ExportCallbacks } from './application/export-callbacks';
export { type CreatedExport, Exports, mayRead } from './application/exports';
export { ExportSources } from './application/ports';
export { PruneExports } from './application/prune-exports';
export { RunExport } from './application/run-export';
export {
  EXPORT_ERROR_CODES,
  EXPORT_ERRORS,
  EXPORT_FORMATS,
  EXPORT_KINDS,
  EXPORT_STATUSES,
  type ExportFormat,
  type ExportKind,
  type ExportView,
  type Filters,
  KIND_PERMISSIONS,
} from './domain/export';
export { EXPORT_QUEUE } from './infrastructure/export-jobs';
export { ExportErrors } from './domain/errors';
