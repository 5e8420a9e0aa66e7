/** IANA names begin with a letter; the runtime takes offsets such as +01:00 for time zones as well. */
const NAME = /^[A-Za-z][A-Za-z0-9_+\-/]*$/;

/** True for the name of a time zone in the IANA database, such as Europe/Berlin. */
export function isTimeZone(name: string): boolean {
  if (!NAME.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    // A RangeError is the only way in which Intl says that it knows no such zone.
    return false;
  }
}
