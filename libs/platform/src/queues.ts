export * from './queues/backend';
export * from './queues/job-queues';
