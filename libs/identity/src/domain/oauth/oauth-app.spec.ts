import { hashSecret } from '../secrets';
import { OAuthApp, type NewOAuthApp } from './oauth-app';

const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-02T12:00:00Z');
const input: NewOAuthApp = {
  accountId: 'acc_1',
  createdById: 'usr_1',
  name: 'Acme Dialer',
  description: null,
  homepageUrl: null,
  logoUrl: null,
  redirectUris: ['https://app.example.com/callback'],
  maxScopes: ['numbers:read'],
};
const register = (change: Partial<NewOAuthApp> = {}) => OAuthApp.register({ ...input, ...change }, now);

describe('an OAuth application', () => {
  it('gets a client id and a secret, of which it keeps the hash and four characters', () => {
    const { app, clientSecret } = register();
    expect(app.state.clientId).toMatch(/^svc_oauth_[A-Za-z0-9_-]{24}$/);
    expect(clientSecret).toMatch(/^svc_oauths_[A-Za-z0-9_-]{43}$/);
    expect(app.state).toMatchObject({
      secretHash: hashSecret(clientSecret),
      secretLast4: clientSecret.slice(-4),
      secretRotatedAt: null,
      disabledAt: null,
    });
    expect(JSON.stringify(app.state)).not.toContain(clientSecret);
  });

  it('keeps each redirect URI and scope once', () => {
    const uris = [...input.redirectUris, ...input.redirectUris];
    const { state } = register({ redirectUris: uris, maxScopes: ['numbers:read', 'numbers:read'] }).app;
    expect(state).toMatchObject({ redirectUris: input.redirectUris, maxScopes: ['numbers:read'] });
  });

  it('is rejected with an invalid redirect URI, at registration and later', () => {
    const redirectUris = ['http://app.example.com/callback'];
    const invalid = expect.objectContaining({ code: 'invalid_input', fields: { redirect_uris: expect.any(String) } });
    expect(() => register({ redirectUris })).toThrow(invalid);
    expect(() => register().app.change({ redirectUris }, later)).toThrow(invalid);
  });

  it('is rejected with every invalid member named, and checks only what changes', () => {
    const fields = { name: expect.any(String), homepage_url: expect.any(String), logo_url: expect.any(String) };
    const wrong = { name: 'Trunkline', homepageUrl: 'https://*', logoUrl: 'https://\\' };
    expect(() => register(wrong)).toThrow(expect.objectContaining({ fields }));
    const { state } = register().app;
    const older = new OAuthApp({ ...state, name: 'Trunkline Fan', redirectUris: ['https://*/callback'] });
    older.change({ description: 'Calls' }, later);
    expect(older.state).toMatchObject({ name: 'Trunkline Fan', description: 'Calls' });
    expect(() => older.change({ name: 'Trunkline Friend' }, later)).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    );
  });

  it('changes only what is given', () => {
    const { app } = register();
    app.change({ name: 'Dialer', description: 'Calls' }, later);
    expect(app.state).toMatchObject({ ...input, name: 'Dialer', description: 'Calls', updatedAt: later });
  });

  it('has one secret at a time', () => {
    const { app, clientSecret } = register();
    const secret = app.rotateSecret(later);
    expect(secret).not.toBe(clientSecret);
    expect(app.state).toMatchObject({ secretHash: hashSecret(secret), secretRotatedAt: later });
  });

  it('is disabled for good, once', () => {
    const { app } = register();
    app.disable(now);
    app.disable(later);
    expect(app.state.disabledAt).toBe(now);
    const invalid = expect.objectContaining({ code: 'invalid_state' });
    expect(() => app.change({ name: 'Dialer' }, later)).toThrow(invalid);
    expect(() => app.rotateSecret(later)).toThrow(invalid);
  });
});
