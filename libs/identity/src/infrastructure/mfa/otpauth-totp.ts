import { Secret, TOTP } from 'otpauth';
import { type Totp, type TotpLabel } from '../../application/mfa/ports';

const SECRET_BYTES = 20;
/**
 * What every authenticator app supports, with one step of clock drift either way. See docs/sign-in.md#second-factor.
 */
const KIND = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const STEPS_TO_EITHER_SIDE = 1;
const SIX_DIGITS = /^[0-9]{6}$/;

/** TOTP by the library otpauth, which compares in constant time. */
export class OtpauthTotp implements Totp {
  newSecret(): string {
    return new Secret({ size: SECRET_BYTES }).base32;
  }

  uri({ secret, label, issuer }: TotpLabel): string {
    return new TOTP({ ...KIND, secret, label, issuer }).toString();
  }

  stepOf(secret: string, code: string, at: Date): number | null {
    // The library throws for six characters of more than six bytes.
    if (!SIX_DIGITS.test(code)) return null;
    const timestamp = at.getTime();
    const input = { ...KIND, secret: Secret.fromBase32(secret), token: code, timestamp, window: STEPS_TO_EITHER_SIDE };
    const delta = TOTP.validate(input);
    return delta === null ? null : TOTP.counter({ period: KIND.period, timestamp }) + delta;
  }
}
