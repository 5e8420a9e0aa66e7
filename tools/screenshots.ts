import { resolve } from 'node:path';
import { runJourneys } from './browser/journeys';
import { reasonOf } from './stack/start-error';
import { countsOf } from './test-run/results';
import { checkArguments } from './usage';

checkArguments(`Usage: npm run screenshots

Retakes the images of the README from sample data in a stack of its own. Requires Chromium.`);

try {
  const { passed, failed } = countsOf(
    await runJourneys(['screenshots', '--no-deps'], undefined, resolve('docs/images')),
  );
  process.exit(passed > 0 && failed === 0 ? 0 : 1);
} catch (error) {
  console.error(reasonOf(error));
  process.exit(1);
}
