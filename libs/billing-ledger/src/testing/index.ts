export * from './billing-world';
export * from './fake-card-processor';
export * from './in-memory-journal';
export * from './fake-stripe/fake-stripe';
