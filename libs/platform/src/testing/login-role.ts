import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface LoginRole {
  readonly name: string;
  /** URL of the same database as this role. */
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** A login role as docs/database.md recommends: a member of trunkline_app only. Roles belong to the server. */
export async function createLoginRole(ownerUrl: string, attributes = 'IN ROLE trunkline_app'): Promise<LoginRole> {
  const name = `login_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const asOwner = async (...statements: string[]): Promise<void> => {
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    try {
      for (const statement of statements) await owner.query(statement);
    } finally {
      await owner.end();
    }
  };
  await asOwner(`CREATE ROLE ${name} LOGIN PASSWORD '${password}' ${attributes}`);
  const url = Object.assign(new URL(ownerUrl), { username: name, password }).toString();
  return { name, url, drop: () => asOwner(`DROP OWNED BY ${name}`, `DROP ROLE ${name}`) };
}
