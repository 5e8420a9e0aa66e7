import { defineConfig } from '@playwright/test';

const MEASUREMENTS = '**/{first-paint,interactions,layout-shifts}.browser.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../../dist/e2e/dashboard',
  // A journey visits up to ten pages and lets axe read each of them three times, which takes 100 seconds on a busy machine.
  timeout: 240_000,
  expect: { timeout: 15_000 },
  projects: [
    { name: 'journeys', testMatch: '**/*.browser.ts', testIgnore: MEASUREMENTS },
    // They measure time, so they run after the others, one after the other.
    { name: 'measurements', testMatch: MEASUREMENTS, dependencies: ['journeys'], workers: 1 },
  ],
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // One more than CI has cores: journeys wait for the worker, mails and pages a fifth of their time.
  workers: 3,
  use: {
    baseURL: process.env['ROOT_URL'],
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '',
      args: JSON.parse(process.env['CHROMIUM_FLAGS'] ?? '[]') as string[],
    },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Recording the page at every step takes a tenth of a journey's time. Run a failed one again with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
