import { randomBytes } from 'node:crypto';
import type { CryptoBox } from '@trunkline/platform';

const RANDOM_BYTES = 16;
const DIGITS = 32;

/** Creates an id of the sandbox. */
export function sandboxId(prefix: 'pi' | 're' | 'dp' | 'evt'): string {
  return `${prefix}_sandbox${randomBytes(RANDOM_BYTES).toString('hex')}`;
}

/** Derives the sandbox's secrets from the master key, so that every process has the same and none is stored. */
export class SandboxSecrets {
  constructor(
    private readonly box: CryptoBox,
    private readonly givenWebhookSecret?: string,
  ) {}

  get webhookSecret(): string {
    return this.givenWebhookSecret ?? this.box.digest('sandbox-webhooks', 'secret').toString('base64url');
  }

  clientSecretOf(id: string): string {
    return `${id}_secret_${this.digits('sandbox-client-secrets', id)}`;
  }

  setupIdOf(idempotencyKey: string): string {
    return `seti_sandbox_${this.digits('sandbox-setups', idempotencyKey)}`;
  }

  private digits(purpose: string, text: string): string {
    return this.box.digest(purpose, text).toString('hex').slice(0, DIGITS);
  }
}
