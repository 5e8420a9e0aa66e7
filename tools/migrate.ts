import { resolve } from 'node:path';
import { persistence } from '@trunkline/composition';
import { migrate, platformPersistence } from '@trunkline/platform';
import { findRunningStack } from './stack/running-stack';

// Brings a database to the newest schema, as the role that owns it: the one at DATABASE_URL, or else that of the stack which
// runs on DATA_DIR.
const dataDir = resolve(process.env['DATA_DIR'] ?? '.data');
const url = process.env['DATABASE_URL'] ?? findRunningStack(dataDir)?.databaseUrl;
if (!url) {
  console.error(`DATABASE_URL is not set, and no stack runs on ${dataDir}.`);
  process.exit(1);
}
try {
  const done = await migrate(url, [platformPersistence, ...persistence]);
  for (const name of done) console.log(`migrated ${name}`);
  console.log(done.length === 0 ? 'The schema is up to date.' : `${String(done.length)} migrations have run.`);
} catch (error) {
  console.error(`The migration failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
