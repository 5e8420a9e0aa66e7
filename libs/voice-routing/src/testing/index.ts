export { CallStarts } from '../application/calls/call-starts';
export * from './calls/call-world';
export * from './calls/fakes';
export * from './calls/samples';
export * from './fakes';
