import { RecordingLog } from '@trunkline/platform/testing';
import { FakeCaptchaVerifier } from '../../testing/fakes';
import { captchaContract } from '../../testing/captcha-contract';
import { Siteverify } from '../../testing/siteverify';
import { SiteverifyCaptcha } from './siteverify-captcha';

describe('FakeCaptchaVerifier', () => {
  captchaContract(() => {
    const verifier = new FakeCaptchaVerifier();
    verifier.isRequired = true;
    return Promise.resolve({ verifier, solve: () => verifier.solve(), fail: () => (verifier.isAway = true) });
  });
});

describe('SiteverifyCaptcha', () => {
  const TIMEOUT_MS = 100;
  let provider: Siteverify;
  let log: RecordingLog;
  beforeEach(async () => {
    provider = await Siteverify.start();
    log = new RecordingLog();
  });
  afterEach(() => provider.stop());

  const verifier = (change: object = {}) =>
    new SiteverifyCaptcha({ verifyUrl: provider.url, secret: 'secret', siteKey: 'site', ...change }, log, TIMEOUT_MS);

  captchaContract(() =>
    Promise.resolve({
      verifier: verifier(),
      solve: () => provider.solve(),
      fail: () => (provider.isSilent = true),
    }),
  );

  it('sends the secret, the token, the site key and the address, and nothing without a token', async () => {
    await verifier().verify(provider.solve(), '81.2.69.142');
    expect(Object.fromEntries(provider.requests[0] ?? [])).toEqual({
      secret: 'secret',
      response: 'solved',
      sitekey: 'site',
      remoteip: '81.2.69.142',
    });
    await verifier().verify(null, null);
    expect(provider.requests).toHaveLength(1);
  });

  it.each([['<html>Bad Gateway</html>'], ['[]'], ['{}'], ['null'], ['{"success":']])(
    'throws unavailable for the answer %s',
    async (answer) => {
      provider.answer = answer;
      await expect(verifier().verify('solved', null)).rejects.toMatchObject({ code: 'unavailable' });
      expect(log.lines).toMatchObject([{ level: 'error', message: 'the captcha provider does not answer' }]);
    },
  );

  it('rejects a token without the word that it is valid', async () => {
    provider.answer = '{"success":"true"}';
    expect(await verifier().verify('solved', null)).toBe(false);
  });

  it('throws unavailable for a wrong secret, and logs neither it nor the token', async () => {
    const secret = 'a-secret-of-another-site';
    await expect(verifier({ secret }).verify('a-token', null)).rejects.toMatchObject({ code: 'unavailable' });
    expect(log.lines).toMatchObject([
      {
        level: 'error',
        message: 'the captcha provider rejects the settings',
        fields: { codes: ['invalid-input-secret'] },
      },
    ]);
    expect(JSON.stringify(log.lines)).not.toContain(secret);
    expect(JSON.stringify(log.lines)).not.toContain('a-token');
  });
});
