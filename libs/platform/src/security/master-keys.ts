import type { CryptoBox } from './crypto-box';
import type { Database } from '../database/database';
import { SettingsError } from '../settings/settings-error';

const PURPOSE = 'master-key-check';
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('master keys', 0))`;
const KNOWN = `SELECT id, sealed FROM platform.master_keys ORDER BY id`;
const ADD = `INSERT INTO platform.master_keys (id, sealed) VALUES ($1, $2)`;

/** Thrown when MASTER_KEYS does not match the database. Each fault is one line that names the remedy. */
export class MasterKeysError extends SettingsError {
  override readonly name = 'MasterKeysError';

  constructor(faults: readonly string[]) {
    super(faults, 'MASTER_KEYS does not belong to this database');
  }
}

/**
 * Compares the master keys with those that the database has seen: each left a value that only it opens. Adds the value of a
 * new key. Throws MasterKeysError for a missing or different key, whose sealed values would be lost.
 */
export async function verifyMasterKeys(db: Database, box: CryptoBox): Promise<void> {
  await db.run(async () => {
    // Serialises processes that start with different keys on an empty database.
    await db.query(LOCK);
    const known = await db.query<{ id: string; sealed: string }>(KNOWN);
    const given = box.checkValues(PURPOSE);
    const faults = known.flatMap(({ id, sealed }) => {
      if (!given.some(({ keyId }) => keyId === id))
        return [`the key ${id} is missing, and values are sealed under it. Add it after the newest one.`];
      return opens(box, id, sealed)
        ? []
        : [`the key ${id} is not the one that sealed this database's values. Restore it.`];
    });
    if (faults.length > 0) throw new MasterKeysError(faults);
    const fresh = given.filter(({ keyId }) => !known.some(({ id }) => id === keyId));
    for (const { keyId, sealed } of fresh) await db.query(ADD, [keyId, sealed]);
  });
}

function opens(box: CryptoBox, id: string, sealed: string): boolean {
  try {
    box.open(PURPOSE, sealed, id);
    return true;
  } catch {
    // The cipher's error has no details.
    return false;
  }
}
