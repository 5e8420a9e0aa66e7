export * from './in-memory-quarantine';
export * from './cdr-store-contract';
export * from './cdr-world';
export * from './fakes';
export * from './samples';
