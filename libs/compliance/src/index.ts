export { BundleDirectory, type BundleSummary } from './application/ports';
export { ComplianceModule, compliancePersistence } from './compliance.module';
export { BUNDLE_STATUSES, type BundleStatus } from './domain/bundle';
