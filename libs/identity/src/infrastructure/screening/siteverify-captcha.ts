import type { CaptchaConfig, Log } from '@trunkline/platform';
import type { CaptchaVerifier } from '../../application/screening/ports';
import { IdentityErrors } from '../../domain/errors';

const TIMEOUT_MS = 5000;
/** What a provider answers to a wrong configuration; a client cannot correct it. */
const OWN_FAULTS = ['missing-input-secret', 'invalid-input-secret', 'sitekey-secret-mismatch', 'internal-error'];

interface Verdict {
  readonly success?: unknown;
  readonly 'error-codes'?: unknown;
}

/**
 * Verifies tokens by the interface of siteverify, which Turnstile, hCaptcha and others have. The operator chooses the URL, so
 * the request is not guarded as one to a customer's host. Neither the secret nor a token is logged.
 */
export class SiteverifyCaptcha implements CaptchaVerifier {
  constructor(
    private readonly config: Pick<CaptchaConfig, 'verifyUrl' | 'secret' | 'siteKey'>,
    private readonly log: Log,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  async verify(token: string | null, ip: string | null): Promise<boolean> {
    if (token === null) return false;
    const verdict = await this.ask(token, ip).catch((error: unknown) => {
      this.log.error({ err: error }, 'the captcha provider does not answer');
      throw IdentityErrors.unavailable();
    });
    const codes = Array.isArray(verdict['error-codes']) ? verdict['error-codes'].map(String) : [];
    if (codes.some((code) => OWN_FAULTS.includes(code))) {
      this.log.error({ codes }, 'the captcha provider rejects the settings');
      throw IdentityErrors.unavailable();
    }
    return verdict.success === true;
  }

  private async ask(token: string, ip: string | null): Promise<Verdict> {
    const { verifyUrl, secret, siteKey } = this.config;
    const body = new URLSearchParams({
      secret,
      response: token,
      sitekey: siteKey,
      ...(ip !== null && { remoteip: ip }),
    });
    const signal = AbortSignal.timeout(this.timeoutMs);
    const response = await fetch(verifyUrl, { method: 'POST', body, redirect: 'error', signal });
    const verdict: unknown = await response.json();
    if (typeof verdict !== 'object' || verdict === null || !('success' in verdict))
      throw new Error(`The answer with status ${response.status} is no verdict.`);
    return verdict;
  }
}
