import { resolve } from 'node:path';
import { persistence } from '@trunkline/composition';
import { migrate, platformPersistence, readSettingFiles, reportFailedStart } from '@trunkline/platform';
import { findRunningStack } from './stack/running-stack';
import { checkArguments } from './usage';

checkArguments(`Usage: npm run migrate

Migrates the database at DATABASE_DIRECT_URL or DATABASE_URL, otherwise that of the stack that runs on DATA_DIR, as the role
that owns it. Repairs the application's role and its rights. See docs/operations.md#upgrade.`);

try {
  const { migrations, repaired } = await migrate(databaseUrl(), [platformPersistence, ...persistence], (line) => {
    console.log(line);
  });
  if (repaired.length > 0) console.log(`repaired the rights of the role trunkline_app on ${repaired.join(', ')}`);
  console.log(
    migrations.length === 0 ? 'The schema is up to date.' : `${String(migrations.length)} migrations have run.`,
  );
} catch (error) {
  fail(error, 'The migration failed: ');
}

function databaseUrl(): string {
  const env = readSettingFiles(process.env);
  const dataDir = resolve(env['DATA_DIR'] ?? '.data');
  const given = [env['DATABASE_DIRECT_URL'], env['DATABASE_URL']].find(Boolean);
  const url = given ?? findRunningStack(dataDir)?.databaseUrl;
  if (!url) throw new Error(`DATABASE_URL is not set, and no stack runs on ${dataDir}.`);
  return url;
}

function fail(error: unknown, prefix: string): never {
  const message = `${prefix}${error instanceof Error ? error.message : String(error)}`;
  reportFailedStart({ service: 'migrate', error, message, isProduction: process.env['NODE_ENV'] === 'production' });
  process.exit(1);
}
