export const BUNDLE_STATUSES = ['draft', 'submitted', 'approved', 'rejected'] as const;
export type BundleStatus = (typeof BUNDLE_STATUSES)[number];
