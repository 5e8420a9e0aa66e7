export * from './processors/fake-stripe/fake-stripe';
export * from './message-money';
