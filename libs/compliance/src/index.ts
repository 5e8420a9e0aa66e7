export { BundleDirectory, type BundleRef, type BundleSummary } from './application/bundles/ports';
export { RequirementsDirectory } from './application/requirements/ports';
export { PersonalData } from './application/personal-data/ports';
export { ComplianceModule, compliancePersistence } from './compliance.module';
export { BUNDLE_STATUSES, type BundleStatus } from './domain/bundles/bundle';
