const BYTES_MAX = 2 * 1024 * 1024;
const TYPES = ['application/pdf', 'image/jpeg', 'image/png'];

/** What the file dialog of the browser offers. */
export const ACCEPTED = TYPES.join(',');

export const LIMITS_TEXT =
  'PDF, JPEG or PNG, at most 2 MB each. A PDF must have no password, scripts or embedded files.';

/** Why a file would be refused, as far as the browser knows; null if it can be sent. The API checks the content. */
export function fileFault({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!TYPES.includes(type)) return 'Only PDF, JPEG and PNG files are accepted.';
  if (size === 0) return 'The file is empty.';
  if (size > BYTES_MAX) return 'The file is larger than 2 MB.';
  return null;
}
