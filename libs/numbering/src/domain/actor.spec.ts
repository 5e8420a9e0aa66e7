import { actorOf } from './actor';

describe('the actor of a history', () => {
  it.each([
    ['session', { kind: 'user', id: 'usr_1' }],
    ['key', { kind: 'api_key', id: 'cred_1' }],
    ['oauth', { kind: 'oauth_app', id: 'cred_1' }],
  ] as const)('is the user of a session, and the credential otherwise: %s', (credential, actor) => {
    expect(actorOf({ credential, credentialId: 'cred_1', userId: 'usr_1' })).toEqual(actor);
  });

  it('is the client of an access token', () => {
    const token = { credential: 'oauth', credentialId: 'tok_1', userId: 'usr_1', clientId: 'svc_oauth_1' } as const;
    expect(actorOf(token)).toEqual({ kind: 'oauth_app', id: 'svc_oauth_1' });
  });
});
