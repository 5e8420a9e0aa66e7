export * from './delivery/delivery-jobs';
export * from './delivery/delivery-processor';
export * from './delivery/event-deliveries';
export * from './delivery/event-flow';
export * from './delivery/subscriptions';
export * from './outbox-relay';
