const EXCERPT_LENGTH = 1000;
const MS = 1000;
/** The control characters, of which PostgreSQL stores no NUL. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Returns the beginning of a response's body as text, or null for an empty one. */
export function excerptOf(body: Buffer): string | null {
  if (body.length === 0) return null;
  const text = body.toString('utf8').replace(CONTROLS, '\ufffd');
  return Array.from(text).slice(0, EXCERPT_LENGTH).join('');
}

/** Reads Retry-After (RFC 9110, section 10.2.3): seconds or a date. Returns null without a valid one. */
export function retryAfterOf(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / MS));
}
