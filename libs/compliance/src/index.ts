export { BundleDirectory, type BundleRef, type BundleSummary, PersonalData } from './application/ports';
export { ComplianceModule, compliancePersistence } from './compliance.module';
export { BUNDLE_STATUSES, type BundleStatus } from './domain/bundle';
