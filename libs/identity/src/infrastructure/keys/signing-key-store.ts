import { addSeconds } from '@trunkline/kernel';
import type { CryptoBox, Database } from '@trunkline/platform';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { type SigningKey, type SigningKeyStore } from '../../application/keys/ports';
import { SigningKeySchema } from '../schema';

type Jwk = Readonly<Record<string, unknown>>;

/** Signs ten times as fast as RS256. Verification is slower, but a process verifies each token once. */
const ALG = 'ES256';
const PURPOSE = 'signing-key';
/** Arbitrary, but unique in this database. */
const CREATION_LOCK = 7_203_912;
/** Twice the lifetime of an access token. */
const PUBLISHED_AFTER_RETIREMENT_SECONDS = 2 * 3600;

/** Private keys are sealed with the master key and bound to their id. */
export class StoredSigningKeys implements SigningKeyStore {
  constructor(
    private readonly db: Database,
    private readonly box: CryptoBox,
  ) {}

  async currentOrCreate(now: Date): Promise<SigningKey> {
    return (await this.find()) ?? this.exclusively(async () => (await this.find()) ?? this.create(now));
  }

  rotate(now: Date): Promise<SigningKey> {
    return this.exclusively(async () => {
      await this.retire(now);
      return this.create(now);
    });
  }

  rotateOlder(createdBy: Date, now: Date): Promise<boolean> {
    return this.exclusively(async () => {
      const retired = await this.retire(now, createdBy);
      if (retired) await this.create(now);
      return retired;
    });
  }

  async publicJwks(now: Date): Promise<readonly Jwk[]> {
    await this.currentOrCreate(now);
    const keys = await this.db
      .table(SigningKeySchema)
      .query('retired_at IS NULL OR retired_at > $1 ORDER BY retired_at DESC NULLS FIRST, created_at DESC', [
        addSeconds(now, -PUBLISHED_AFTER_RETIREMENT_SECONDS),
      ]);
    return keys.map(({ publicJwk }) => publicJwk);
  }

  /** One process at a time: later ones find the key of the first. */
  private exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.db.run(async () => {
      await this.db.query(`SELECT pg_advisory_xact_lock($1)`, [CREATION_LOCK]);
      return work();
    });
  }

  /** Retires the current key, if it was created by then. Returns whether it did. */
  private async retire(now: Date, createdBy: Date | null = null): Promise<boolean> {
    const retired = await this.db.query(
      `UPDATE identity.signing_keys SET retired_at = $1
       WHERE retired_at IS NULL AND ($2::timestamptz IS NULL OR created_at <= $2) RETURNING 1`,
      [now, createdBy],
    );
    return retired.length > 0;
  }

  private async find(): Promise<SigningKey | null> {
    const key = await this.db.table(SigningKeySchema).find('retired_at IS NULL', []);
    if (!key) return null;
    const { kid, alg, privateJwkSealed } = key;
    return { kid, alg, privateJwk: JSON.parse(this.box.open(PURPOSE, privateJwkSealed, kid).toString()) as Jwk };
  }

  private async create(now: Date): Promise<SigningKey> {
    const pair = await generateKeyPair(ALG, { extractable: true });
    const exported = await exportJWK(pair.publicKey);
    const kid = await calculateJwkThumbprint(exported);
    const named = { alg: ALG, use: 'sig', kid };
    const privateJwk: JWK = { ...(await exportJWK(pair.privateKey)), ...named };
    await this.db.table(SigningKeySchema).add({
      kid,
      alg: ALG,
      publicJwk: { ...exported, ...named },
      privateJwkSealed: this.box.seal(PURPOSE, JSON.stringify(privateJwk), kid),
      createdAt: now,
      retiredAt: null,
    });
    return { kid, alg: ALG, privateJwk };
  }
}
