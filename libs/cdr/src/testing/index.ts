export * from './dashboard-world';
export * from './ingest/fakes';
export * from './ingest/ingest-world';
export * from './fakes';
export * from './recount';
export * from './samples';
export * from './alarm-world';
