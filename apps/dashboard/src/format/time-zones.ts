/** The time zones to choose from, UTC first. */
export const TIME_ZONES: Readonly<Record<string, string>> = Object.fromEntries(
  ['UTC', ...Intl.supportedValuesOf('timeZone')].map((name) => [name, name]),
);
