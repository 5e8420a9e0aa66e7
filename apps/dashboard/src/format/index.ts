import { Format } from './format';

export { words } from './format';

/** Formats values in the language of the browser, and in the time zone of the account once that is loaded. */
export const format = new Format(navigator.language);
