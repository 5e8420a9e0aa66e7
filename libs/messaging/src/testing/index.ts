export * from './fake-funds';
export * from './inbound-world';
export * from './messaging-world';
export * from './recording-inbox';
export * from './samples';
export * from './scripted-network';
export * from './smsc';
