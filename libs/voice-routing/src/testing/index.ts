export * from './call-world';
export * from './fakes';
export * from './samples';
