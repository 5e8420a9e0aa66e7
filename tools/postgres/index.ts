export { freePort } from '@trunkline/kernel/testing';
export { type Binaries, findSystemBinaries } from './binaries';
export * from './postgres-error';
export * from './process';
export * from './server';
