// What a process without a database needs: no ORM, no framework and no queue is loaded with it.
export * from './observability/build-info';
export * from './observability/failed-start';
export * from './observability/health-server';
export * from './observability/log';
export * from './observability/log-levels';
export * from './observability/metrics';
export * from './observability/version';
export { readFilesOf } from './settings/setting-files';
export { SettingsError } from './settings/settings-error';
