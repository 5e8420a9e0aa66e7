import { DASHBOARD_ORIGIN, startApi } from '../../support';
import { TestBrowser } from '../../support/identity/browser';
import { TestIssuer } from '../../support/identity/issuer';
import { clientOf } from '../../support/identity/issuers';

const SIGN_IN_FAILED = `${DASHBOARD_ORIGIN}/app/sign-in?error=idp_failed`;

describe('an unavailable issuer', () => {
  it('fails the sign-in and nothing else', async () => {
    const unavailable = await TestIssuer.start(clientOf('oauth_idp1'), 'userinfo');
    const settings = unavailable.settings('IDP1', clientOf('oauth_idp1'), 'Unavailable');
    await unavailable.stop();
    const process = await startApi(settings);
    expect((await process.get('/v1/auth/providers')).status).toBe(200);
    const answer = await new TestBrowser().start(process);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, SIGN_IN_FAILED]);
    await process.stop();
  });

  it('is discovered once by concurrent sign-ins, and fails a later callback', async () => {
    const issuer = await TestIssuer.start(clientOf('oauth_idp1'), 'userinfo');
    const process = await startApi(issuer.settings('IDP1', clientOf('oauth_idp1'), 'Intermittent'));
    const browser = new TestBrowser();
    issuer.users.set('ada', { email: 'ada.unavailable@example.com', email_verified: true });
    const address = await browser.signInAtIssuer(process, { as: 'ada' });
    await Promise.all(Array.from({ length: 5 }, () => browser.start(process)));
    expect(issuer.requestCounts.get('/.well-known/openid-configuration')).toBe(1);
    await issuer.stop();
    const answer = await browser.openCallback(process, address);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, SIGN_IN_FAILED]);
    await process.stop();
  });
});
