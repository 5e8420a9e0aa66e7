import { persistence } from '@trunkline/composition';
import {
  createDataSource,
  CryptoBox,
  Database,
  KeyRotation,
  loadSettings,
  platformPersistence,
  readSettingFiles,
  reportFailedStart,
  verifyMasterKeys,
} from '@trunkline/platform';
import { secretsOf } from './stack/data-dir';
import { dataDirOf } from './stack/environment';
import { findRunningStack } from './stack/running-stack';
import { checkArguments } from './usage';

checkArguments(`Usage: npm run rotate-keys

Seals every stored value under the first of MASTER_KEYS, and forgets the others. Runs while the service runs; repeat it after
an interruption. Works on the database at DATABASE_DIRECT_URL or DATABASE_URL, otherwise on that of the running stack.
See docs/backup-and-restore.md#rotate-the-master-key.`);

try {
  const env = readSettingFiles(process.env);
  const dataDir = dataDirOf(env);
  const stack = findRunningStack(dataDir);
  const given = [env['DATABASE_DIRECT_URL'], env['DATABASE_URL']].find(Boolean);
  const secrets = stack ? secretsOf(dataDir) : {};
  const settings = loadSettings({ ...secrets, ...env, DATABASE_URL: given ?? stack?.databaseUrl });
  const source = await createDataSource({ url: settings.DATABASE_URL, asOwner: true, poolSize: 2 }, []).initialize();
  try {
    await rotate(new Database(source), new CryptoBox(settings.masterKeys));
  } finally {
    await source.destroy();
  }
} catch (error) {
  const message = `The rotation failed: ${error instanceof Error ? error.message : String(error)}`;
  reportFailedStart({ service: 'rotate-keys', error, message, isProduction: process.env['NODE_ENV'] === 'production' });
  process.exitCode = 1;
}

async function rotate(db: Database, box: CryptoBox): Promise<void> {
  await verifyMasterKeys(db, box);
  const columns = [platformPersistence, ...persistence].flatMap(({ sealed = [] }) => sealed);
  const rotation = new KeyRotation(db, box, columns);
  const total = await rotation.rotate(({ table, column }, count) => {
    if (count > 0) console.log(`${table}.${column}: ${String(count)}`);
  });
  const forgotten = await rotation.forgetOldKeys();
  console.log(`${String(total)} values were sealed again under the key ${box.currentKeyId}.`);
  console.log(
    forgotten.length === 0
      ? 'No other key is in use.'
      : `Remove from MASTER_KEYS: ${forgotten.join(', ')}. Keep them for as long as you keep older backups.`,
  );
}
