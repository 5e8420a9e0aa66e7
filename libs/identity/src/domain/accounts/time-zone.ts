/** IANA names begin with a letter. The runtime also accepts offsets such as +01:00. */
const NAME = /^[A-Za-z][A-Za-z0-9_+\-/]*$/;

/** True for the name of a time zone in the IANA database, such as Europe/Berlin. */
export function isTimeZone(name: string): boolean {
  if (!NAME.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    // Intl throws a RangeError for an unknown zone, and nothing else.
    return false;
  }
}
