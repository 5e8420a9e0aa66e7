import { EdgeErrors } from '../answers/edge-errors';
import { etagOf } from '../answers/envelope.adapter';
import { toJson } from '../fields/members';
import type { DtoClass } from '../openapi/schema';

const ENTITY_TAG = /(?:W\/)?"[^"]*"/g;

/**
 * If-Match. The handler runs in one REPEATABLE READ transaction, so the check still holds at the change. An `operation` has
 * no such transaction: it passes the check to its use case, which runs it with the rows of the change locked.
 */
export class Precondition {
  constructor(private readonly header: string | undefined) {}

  /**
   * Passes without If-Match, and when If-Match names the ETag of one of the resource's representations. Throws 412
   * otherwise, also for a weak ETag: If-Match compares strongly (RFC 9110, section 13.1.1).
   */
  async holds(...forms: (readonly [type: DtoClass, read: () => Promise<object>])[]): Promise<void> {
    if (this.header === undefined) return;
    const shown: string[] = [];
    for (const [type, read] of forms) shown.push(etagOf(type, toJson(type, await read())));
    if (this.header.trim() === '*') return;
    const named: readonly string[] = this.header.match(ENTITY_TAG) ?? [];
    if (!named.some((tag) => shown.includes(tag))) throw EdgeErrors.precondition_failed();
  }
}
