const etags = new WeakMap<object, string>();

/** Returns the ETag of the response that the data came from, to send as `ifMatch`. A copy of the data has none. */
export const etagOf = (data: object): string | undefined => etags.get(data);

export function rememberEtag(data: unknown, etag: string | null): void {
  if (etag !== null && typeof data === 'object' && data !== null) etags.set(data, etag);
}
