import { type CaptchaVerifier } from '../../application/screening/ports';

/** Accepts every request: no captcha provider is configured. */
export class OpenCaptcha implements CaptchaVerifier {
  verify(): Promise<boolean> {
    return Promise.resolve(true);
  }
}
