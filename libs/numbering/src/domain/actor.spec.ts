import { actorOf } from './actor';

describe('the actor of a history', () => {
  it.each([
    ['session', { kind: 'user', id: 'usr_1' }],
    ['key', { kind: 'api_key', id: 'cred_1' }],
    ['oauth', { kind: 'oauth_app', id: 'cred_1' }],
  ] as const)('is the user of a session, and the credential otherwise: %s', (credential, actor) => {
    expect(actorOf({ credential, credentialId: 'cred_1', userId: 'usr_1' })).toEqual(actor);
  });
});
