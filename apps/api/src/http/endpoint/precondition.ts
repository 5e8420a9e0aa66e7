import { EdgeErrors } from '../answers/edge-errors';
import { etagOf } from '../answers/envelope.adapter';

const ENTITY_TAG = /"[^"]*"/g;

/** If-Match. Its handler runs in one REPEATABLE READ transaction, so nothing changes between the check and the change. */
export class Precondition {
  constructor(private readonly header: string | undefined) {}

  /**
   * Passes when there is no If-Match, or when it names the resource in one of the forms in which answers show it;
   * else 412.
   */
  async holds(...forms: (() => Promise<object>)[]): Promise<void> {
    if (this.header === undefined) return;
    const shown: string[] = [];
    for (const form of forms) shown.push(etagOf(JSON.stringify(await form())));
    if (this.header.trim() === '*') return;
    const named: readonly string[] = this.header.match(ENTITY_TAG) ?? [];
    if (!named.some((tag) => shown.includes(tag))) throw EdgeErrors.precondition_failed();
  }
}
