export * from './database-world';
export * from './fakes';
export * from './identity-world';
export * from './memory-stores';
export * from './mint-access-token';
export * from './store-contract';
