import type { IncomingMessage } from 'node:http';

const INTERNAL = ['/operator', '/switch', '/metrics'];
const internally = new WeakSet<IncomingMessage>();

/** True for a path that only the internal listener serves. */
export function isInternalPath(path: string): boolean {
  return INTERNAL.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}

export function markInternal(request: IncomingMessage): void {
  internally.add(request);
}

export function arrivedInternally(request: IncomingMessage): boolean {
  return internally.has(request);
}
