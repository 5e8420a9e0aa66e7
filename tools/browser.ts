// npm run test:browser: runs the dashboard's journeys. Arguments go to Playwright.
import { runJourneys } from './browser/journeys';
import { reasonOf } from './stack/start-error';
import { countsOf } from './test-run/results';

try {
  const { passed, failed } = countsOf(await runJourneys(process.argv.slice(2)));
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
} catch (error) {
  console.error(reasonOf(error));
  process.exit(1);
}
