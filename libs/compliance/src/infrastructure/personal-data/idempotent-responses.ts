import { CommonErrors } from '@trunkline/kernel';
import type { IdempotencyKeys } from '@trunkline/platform';
import { type StoredResponses } from '../../application/personal-data/ports';

const PATHS = '/v1/compliance/';
const CONFLICT = 409;

/** The responses that are stored for an Idempotency-Key. */
export class IdempotentResponses implements StoredResponses {
  constructor(private readonly keys: IdempotencyKeys) {}

  async erase(accountId: string, ids: readonly string[]): Promise<void> {
    const { code, message } = CommonErrors.conflict({
      message: 'The response was deleted with the data of an end user. Use a new Idempotency-Key for another request.',
    });
    const text = JSON.stringify({ ok: false, error: { code, message } });
    await this.keys.replace({ accountId, under: PATHS, ids }, { status: CONFLICT, text });
  }
}
