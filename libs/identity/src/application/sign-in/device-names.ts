/** Names devices for display. */
export abstract class DeviceNames {
  /** "Firefox on Windows", or what of it the user agent reveals; "Unknown device" otherwise. */
  abstract nameOf(userAgent: string | null): string;
}
