import { CaptchaVerifier } from '../../application/screening/ports';

/** Accepts every request: no captcha provider is configured. */
export class OpenCaptcha extends CaptchaVerifier {
  override verify(): Promise<boolean> {
    return Promise.resolve(true);
  }
}
