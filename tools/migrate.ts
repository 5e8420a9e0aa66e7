import { persistence } from '@trunkline/composition';
import { migrate, platformPersistence } from '@trunkline/platform';

// Brings the database at DATABASE_URL to the newest schema, as the role that owns it.
const url = process.env['DATABASE_URL'];
if (!url) {
  console.error('DATABASE_URL is not set.');
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
