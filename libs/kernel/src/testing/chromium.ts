import { existsSync } from 'node:fs';

/** Debian's packages. The shell renders and executes as Chromium does, without a window, in four fifths of the time. */
const PROGRAMS: readonly string[] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/**
 * Its sandbox needs user namespaces, which containers often lack. A page of a test is gone before optimised code pays: its
 * compilers take a tenth of the browser's processor time.
 */
export const CHROMIUM_FLAGS: readonly string[] = ['--no-sandbox', '--js-flags=--no-opt --no-maglev'];

/** Returns the path of Chromium for tests, or null if it is not installed. The variable `CHROMIUM` sets another path. */
export function chromiumProgram(): string | null {
  const chosen = process.env['CHROMIUM'];
  return (chosen ? [chosen] : PROGRAMS).find((path) => existsSync(path)) ?? null;
}
