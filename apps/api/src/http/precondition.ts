import { EdgeErrors } from './edge-errors';
import { etagOf } from './envelope.adapter';

const ENTITY_TAG = /"[^"]*"/g;

/** If-Match. Its handler runs in one REPEATABLE READ transaction, so nothing changes between the check and the change. */
export class Precondition {
  constructor(private readonly header: string | undefined) {}

  /** Passes when there is no If-Match, or when it names the resource as `current` shows it; else 412. */
  async holds(current: () => Promise<object>): Promise<void> {
    if (this.header === undefined) return;
    const shown = JSON.stringify(await current());
    if (this.header.trim() === '*') return;
    if (!([...(this.header.match(ENTITY_TAG) ?? [])] as string[]).includes(etagOf(shown)))
      throw EdgeErrors.precondition_failed();
  }
}
