export {
  ALARM_DEFAULTS,
  ALARM_STATES,
  type AlarmState,
  ALARMS_MAX,
  MIN_CALLS_MAX,
  THRESHOLD_MAX,
  WINDOW_MAX_SECONDS,
  WINDOW_MIN_SECONDS,
} from './domain/alarm';
export { Alarms } from './application/alarms/alarms';
export { CarrierAlarms } from './application/alarms/carrier-alarms';
export { EvaluateAlarms } from './application/alarms/evaluate-alarms';
export { AlarmQueries, type AlarmView } from './application/alarms/ports';
export { Cdrs } from './application/reads/cdrs';
export { SUMMARY_GROUPS, type SummaryGroup } from './application/reads/summaries';
export { PruneCdrs } from './application/retention/prune-cdrs';
export { PruneRemains } from './application/retention/prune-remains';
export { Dashboard } from './application/dashboard/dashboard';
export { CDR_SORTS, type CdrFilters, CdrQueries, type CdrSort, type PartyFilter } from './application/reads/ports';
export {
  QUARANTINE_REASONS,
  QUARANTINE_STATES,
  Quarantine,
  type QuarantineFilter,
  type QuarantineReason,
  type QuarantineState,
} from './application/quarantine/ports';
export { IMPORT_BATCH, ImportCdrs } from './application/import-cdrs';
export { MARGIN_GROUPS, type MarginGroup, MarginReports } from './application/margin-reports';
export { CdrQuarantine, type QuarantinedRow } from './application/quarantine/cdr-quarantine';
export { DiscardQuarantinedRow } from './application/quarantine/discard-quarantined-row';
export { type Corrections, RetryQuarantinedRow } from './application/quarantine/retry-quarantined-row';
export { PreviewDeck } from './application/rating/deck-preview';
export { RateDeckQueries, type RateDeckView } from './application/rating/deck-ports';
export { FindDeckLosses } from './application/rating/deck-losses';
export { RateDecks } from './application/rating/rate-decks';
export { Rates, RATES_MAX, type RateQuery } from './application/rating/rates';
export { RecordCdrs, REPORT_ROWS_MAX, type RowOutcome } from './application/ingest/record-cdrs';
export type { DashboardSummary, RecentCall } from './application/dashboard/views';
export type { RateView } from './application/rating/ports';
export type { CdrDetailView, CdrView, EstimatedCdrView } from './application/reads/views';
export { PRICE_LEGS, PRICE_LINE_KINDS } from './domain/rating/price-lines';
export { UnreadableFile } from './domain/import/columns';
export type { FormerCall } from './domain/import/former-call';
export { ImportFileReader } from './domain/import/import-file';
export { FAULTS_SHOWN, type FileFault } from './domain/rating/rate-file';
export { IMPORT_SOURCES, type ImportSource } from './domain/ingest/cdr';
export { DISCONNECTING_PARTIES, shiftAttempts } from './domain/ingest/call-report';
export { readAttempts } from './infrastructure/ingest/valibot-row-reader';
export { type DeckPrice, PriceIndex } from './domain/rating/price-index';
export { type RateFile, RateFileReader, rateRecord } from './domain/rating/rate-file';
export * as lists from './domain/rating/rate-deck';
export { displayRate, rateLegs, type RateQuote } from './domain/rating/rating';
export { CdrErrors } from './domain/errors';
