export * from './database-world';
export * from './fake-funds';
export * from './fake-stores';
export * from './fake-supplier';
export * from './numbering-world';
export * from './samples';
export * from './supplier-contract';
