export * from './activity/activity-log';
export type { RecordedTable, RecordedTables } from './activity/recorded-table';
export * from './database/queries/condition';
export * from './database/database';
export * from './database/database-facts';
export * from './database/database-probe';
export * from './database/database-time';
export * from './database/pool/grouped-calls';
export * from './database/inbox-checks';
export { column, tablesOf } from './database/queries/column';
export {
  columnNames,
  columnsOf,
  entityOf,
  membersOf,
  selectGiven,
  storedValues,
  type Table,
} from './database/queries/table';
export { type List } from './database/queries/page';
export * from './database/queries/spelled';
export * from './database/migrate';
export { endOfUnpartitioned, ExpiredMonths, MonthlyPartitions } from './database/monthly-partitions';
export * from './database/notifications';
export * from './database/online/backfill';
export * from './database/online/constraints';
export * from './database/online/indexes';
export { alter, inTransaction } from './database/online/locks';
export * from './database/online/month-retention';
export * from './database/online/partitions';
export * from './database/online/respell';
export * from './database/number-spellings';
export * from './database/outage';
export * from './database/platform-persistence';
export * from './database/pool/work';
export * from './database/recent-read';
export * from './database/sql-state';
export * from './database/queries/where';
export type { RowReads } from './database/queries/row-reads';
export { Replica, ReplicaReads, ReplicaUnavailable } from './database/replica';
export * from './events/delivery-jobs';
export * from './events/delivery-processor';
export * from './events/event-deliveries';
export * from './events/event-flow';
export * from './events/outbox';
export * from './events/outbox-relay';
export * from './events/subscriptions';
export * from './jobs/first-deletions';
export * from './jobs/housekeeping';
export * from './jobs/job';
export * from './jobs/job-queues';
export * from './jobs/loop';
export * from './jobs/open-queue-backend';
export * from './jobs/queue-backend';
export * from './jobs/scheduler';
export * from './mail/folder-mailer';
export * from './mail/mail-outbox';
export * from './mail/mailer';
export * from './mail/send-mail';
export * from './mail/smtp-mailer';
export * from './observability/failed-start';
export * from './observability/health-server';
export * from './observability/log';
export * from './observability/metrics';
export { type RunningProcess, RunningProcesses, type Service } from './observability/running-processes';
export * from './observability/version';
export * from './platform.module';
export * from './sandbox/faulty-mailer';
export * from './sandbox/sandbox-faults';
export * from './sandbox/test-clock';
export * from './security/address-guard';
export { GuardedPost, type PostResult } from './security/guarded-post';
export * from './security/audit-trail';
export * from './security/crypto-box';
export * from './security/key-rotation';
export * from './security/master-keys';
export * from './security/network-address';
export * from './security/sealed-column';
export * from './security/telnyx-signature';
export * from './security/token-set';
export { CAPTCHA_PROVIDERS, type CaptchaConfig } from './settings/captcha-settings';
export { type IdentityProviderConfig, isLoopback } from './settings/identity-provider-settings';
export { CARD_PROCESSORS, type StripeConfig } from './settings/processor-settings';
export * from './settings/settings';
export type { IceServerSetting } from './settings/webrtc-settings';
export {
  type DidwwSettings,
  type DidwwVoiceInTarget,
  NUMBER_SUPPLIERS,
  type NumberSupplierName,
  type TelnyxSettings,
} from './settings/supplier-settings';
export * from './stores/idempotency-keys';
export * from './stores/leased-buckets';
export * from './stores/ports';
export * from './stores/stream-places';
export { RedisConnection } from './stores/redis-connection';
export * from './wiring';
