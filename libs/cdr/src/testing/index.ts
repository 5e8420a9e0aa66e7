export * from './dashboard/dashboard-world';
export * from './ingest/fakes';
export * from './ingest/ingest-world';
export * from './rating/fakes';
export * from './reads/fakes';
export * from './samples';
