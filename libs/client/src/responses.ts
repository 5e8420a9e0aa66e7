const responses = new WeakMap<object, Response>();

/**
 * Returns the response that the data came from, with its status and headers. Its body has been read. A copy of the data has
 * none.
 */
export const responseOf = (data: object): Response | undefined => responses.get(data);

/** Returns the ETag of the response that the data came from, to send as `ifMatch`. A copy of the data has none. */
export const etagOf = (data: object): string | undefined => responseOf(data)?.headers.get('etag') ?? undefined;

/** Remembers the response of the data. */
export function withResponse<T>(data: T, response: Response): T {
  if (typeof data === 'object' && data !== null) responses.set(data, response);
  return data;
}
