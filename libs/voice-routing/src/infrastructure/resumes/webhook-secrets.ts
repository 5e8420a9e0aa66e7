import { newSigningSecret } from '@trunkline/kernel';
import { type CryptoBox, type Database, SealedTexts } from '@trunkline/platform';
import { type WebhookSecret, type WebhookSecrets } from '../../application/resumes/ports';

const FIND = `SELECT secret_sealed AS secret, previous_secret_sealed AS previous, previous_valid_until AS "validUntil",
    created_at AS "createdAt"
  FROM voice.webhook_secrets WHERE account_id = $1`;

/** With sealed secrets. */
interface SealedSecret {
  readonly secret: string;
  readonly previous: string | null;
  readonly validUntil: Date | null;
  readonly createdAt: Date;
}

export class StoredWebhookSecrets implements WebhookSecrets {
  private readonly secrets: SealedTexts;

  constructor(
    private readonly db: Database,
    box: CryptoBox,
  ) {
    this.secrets = new SealedTexts(box, 'voice.webhook_secret');
  }

  find(accountId: string): Promise<WebhookSecret | null> {
    return this.read(FIND, accountId);
  }

  async ensure(accountId: string, now: Date): Promise<WebhookSecret> {
    return (await this.find(accountId)) ?? this.created(FIND, accountId, now);
  }

  lock(accountId: string, now: Date): Promise<WebhookSecret> {
    return this.created(`${FIND} FOR UPDATE`, accountId, now);
  }

  async save(accountId: string, { secret, previous, createdAt }: WebhookSecret): Promise<void> {
    await this.db.query(
      `UPDATE voice.webhook_secrets
       SET secret_sealed = $2, previous_secret_sealed = $3, previous_valid_until = $4, created_at = $5 WHERE account_id = $1`,
      [
        accountId,
        this.secrets.seal(accountId, secret),
        previous && this.secrets.seal(accountId, previous.secret),
        previous && previous.validUntil,
        createdAt,
      ],
    );
  }

  /** Reads the secret after creating it, unless another process has created one. */
  private async created(find: string, accountId: string, now: Date): Promise<WebhookSecret> {
    await this.db.query(
      `INSERT INTO voice.webhook_secrets (account_id, secret_sealed, created_at) VALUES ($1, $2, $3)
       ON CONFLICT (account_id) DO NOTHING`,
      [accountId, this.secrets.seal(accountId, newSigningSecret()), now],
    );
    const secret = await this.read(find, accountId);
    if (!secret) throw new Error('The signing secret of an account was deleted.');
    return secret;
  }

  private async read(find: string, accountId: string): Promise<WebhookSecret | null> {
    const stored = await this.db.find<SealedSecret>(find, [accountId]);
    if (!stored) return null;
    const { previous: sealed, validUntil, createdAt } = stored;
    const previous =
      sealed !== null && validUntil !== null ? { secret: this.secrets.open(accountId, sealed), validUntil } : null;
    return { secret: this.secrets.open(accountId, stored.secret), previous, createdAt };
  }
}
