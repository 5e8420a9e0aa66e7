export * from './messaging-world';
export * from './samples';
export * from './scripted-network';
export * from './recording-inbox';
export * from './smsc';
