import { tablesOf } from '@trunkline/platform';

/** Describes a table of this context. */
export const table = tablesOf('numbering');
