// npm run screenshots: stores the images of the README, taken of the sample data in a stack of its own.
import { resolve } from 'node:path';
import { runJourneys } from './browser/journeys';
import { reasonOf } from './stack/start-error';

try {
  const { passed, failed } = await runJourneys(['screenshots', '--no-deps'], undefined, resolve('docs/images'));
  process.exit(passed > 0 && failed === 0 ? 0 : 1);
} catch (error) {
  console.error(reasonOf(error));
  process.exit(1);
}
