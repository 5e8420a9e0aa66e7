import { resolve } from 'node:path';
import { persistence } from '@trunkline/composition';
import { migrate, platformPersistence, reportFailedStart } from '@trunkline/platform';
import { findRunningStack } from './stack/running-stack';
import { checkArguments } from './usage';

checkArguments(`Usage: npm run migrate

Migrates the database at DATABASE_DIRECT_URL or DATABASE_URL, otherwise that of the stack that runs on DATA_DIR, as the role
that owns it. Repairs the application's role and its rights. See docs/operations.md#upgrade.`);

const dataDir = resolve(process.env['DATA_DIR'] ?? '.data');
const given = [process.env['DATABASE_DIRECT_URL'], process.env['DATABASE_URL']].find(Boolean);
const url = given ?? findRunningStack(dataDir)?.databaseUrl;
if (!url) {
  fail(new Error(`DATABASE_URL is not set, and no stack runs on ${dataDir}.`), '');
}
try {
  const { migrations, repaired } = await migrate(url, [platformPersistence, ...persistence], (line) => {
    console.log(line);
  });
  if (repaired.length > 0) console.log(`repaired the rights of the role trunkline_app on ${repaired.join(', ')}`);
  console.log(
    migrations.length === 0 ? 'The schema is up to date.' : `${String(migrations.length)} migrations have run.`,
  );
} catch (error) {
  fail(error, 'The migration failed: ');
}

function fail(error: unknown, prefix: string): never {
  const message = `${prefix}${error instanceof Error ? error.message : String(error)}`;
  reportFailedStart({ service: 'migrate', error, message, isProduction: process.env['NODE_ENV'] === 'production' });
  process.exit(1);
}
