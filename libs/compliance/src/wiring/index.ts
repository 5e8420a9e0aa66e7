/** The index, and what only the composition needs, which wires this context with the others. */

export * from '../index';
export { ComplianceModule, compliancePersistence } from '../compliance.module';

// Ports that other contexts answer.
export { BundleNumbers } from '../application/bundles/ports';
export { ComplianceContacts, RecordUses } from '../application/ports';

// Classes that answer the ports of other contexts.
export { BundleDirectory } from '../application/bundles/ports';
export { DocumentStorage } from '../application/documents/ports';
export { RecordDirectory, RequirementsDirectory } from '../application/ports';
