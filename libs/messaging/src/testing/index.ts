export * from './messaging-world';
export * from './samples';
export * from './scripted-network';
