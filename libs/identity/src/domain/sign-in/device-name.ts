const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bLinux\b/, 'Linux'],
];

const UNKNOWN_DEVICE = 'Unknown device';

function firstMatch(rules: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined {
  return rules.find(([pattern]) => pattern.test(userAgent))?.[1];
}

const VERSION = /\b\d+(?:[._]\d+)*\b/g;

/**
 * What makes a device known again: its user agent without the numbers of versions, so that an update is no new device.
 * Empty for what does not say.
 */
export function deviceOf(userAgent: string | null): string {
  return userAgent?.replace(VERSION, '') ?? '';
}

/** What the list of sessions calls a device until its user gives it a name: "Firefox on Windows". */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return UNKNOWN_DEVICE;
  const browser = firstMatch(BROWSERS, userAgent);
  const system = firstMatch(SYSTEMS, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? UNKNOWN_DEVICE;
}
