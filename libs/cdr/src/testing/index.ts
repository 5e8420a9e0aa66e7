export * from './quarantine/in-memory-quarantine';
export * from './ingest/cdr-store-contract';
export * from './cdr-world';
export * from './dashboard/fakes';
export * from './ingest/fakes';
export * from './rating/fakes';
export * from './reads/fakes';
export * from './samples';
