import { Format } from './format';

export { words } from './format';

/** Formats values in the language of the browser. */
export const format = new Format(navigator.language);
