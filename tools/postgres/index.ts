export * from './postgres-error';
export * from './process';
export * from './server';
