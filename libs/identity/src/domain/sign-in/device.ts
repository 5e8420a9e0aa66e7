const VERSION = /\b\d+(?:[._]\d+)*\b/g;

/** Identifies a device: its user agent without version numbers, so that an update is not a new device. Empty if unknown. */
export function deviceOf(userAgent: string | null): string {
  return userAgent?.replace(VERSION, '') ?? '';
}
