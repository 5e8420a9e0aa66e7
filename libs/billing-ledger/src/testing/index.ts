export * from './processors/fake-stripe/fake-stripe';
