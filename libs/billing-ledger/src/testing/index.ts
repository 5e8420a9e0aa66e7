export * from './fake-stripe/fake-stripe';
