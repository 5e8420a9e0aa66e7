import { format } from '../../../format';

const KB = 1024;
const MB = KB * KB;

/** The size of a file, in the units in which the limit is stated. */
export const sizeText = (bytes: number): string =>
  bytes < MB
    ? `${format.count(Math.max(1, Math.round(bytes / KB)))} kB`
    : `${format.count(Math.round((bytes / MB) * 100) / 100)} MB`;
