import { type CryptoBox } from '@trunkline/platform';
import type { PortComment } from '../../domain/porting/port-event';
import { NO_PORT_DETAILS, type PortDetails, type PortRequest } from '../../domain/porting/port-request';

export const PORT_DETAILS = 'numbering.port_details';
export const PORT_COMMENT = 'numbering.port_comment';

/** Returns the row of a request: bound to its id, a value copied to another row cannot be opened. */
export function sealedRequest(box: CryptoBox, request: PortRequest): PortRequest {
  const details = box.seal(PORT_DETAILS, JSON.stringify(request.details), request.id);
  return withMember(request, 'details', details);
}

/** Returns the request, or the view, of a row, whose `details` are sealed text, or null after their erasure. */
export function openedRequest<T extends Pick<PortRequest, 'id' | 'details'>>(box: CryptoBox, row: T): T {
  const sealed: unknown = row.details;
  const details = typeof sealed === 'string' ? detailsOf(box.open(PORT_DETAILS, sealed, row.id)) : NO_PORT_DETAILS;
  return withMember(row, 'details', details);
}

export function sealedComment(box: CryptoBox, comment: PortComment): PortComment {
  return { ...comment, body: box.seal(PORT_COMMENT, comment.body, comment.id) };
}

export function openedComment(box: CryptoBox, row: PortComment): PortComment {
  return { ...row, body: box.open(PORT_COMMENT, row.body, row.id).toString() };
}

function detailsOf(plain: Buffer): PortDetails {
  return { ...NO_PORT_DETAILS, ...(JSON.parse(plain.toString()) as Partial<PortDetails>) };
}

/** Returns a copy of the same class. */
function withMember<T extends object>(entity: T, member: keyof T, value: unknown): T {
  return Object.assign(Object.create(Object.getPrototypeOf(entity) as object) as T, entity, { [member]: value });
}
