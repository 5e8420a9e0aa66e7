export * from './quarantine/in-memory-quarantine';
export * from './ingest/cdr-store-contract';
export * from './cdr-world';
export * from './fakes';
export * from './samples';
