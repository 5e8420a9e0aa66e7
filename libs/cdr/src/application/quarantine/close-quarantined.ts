import type { Clock } from '@trunkline/kernel';
import type { Quarantine, QuarantineAudit, Resolution } from './ports';
import { alreadyResolved, type QuarantinedRow } from './quarantined-rows';

interface Closing extends Pick<Resolution, 'state' | 'cdrId' | 'reason' | 'operator'> {
  /** As the audit trail names it. */
  readonly action: string;
  readonly before: object;
  readonly after: object;
}

/** Closes a row and records who did it. */
export class CloseQuarantined {
  constructor(
    private readonly quarantine: Quarantine,
    private readonly audit: QuarantineAudit,
    private readonly clock: Clock,
  ) {}

  /** Joins the transaction. Throws `invalid_state` when another closed the row since it was read. */
  async execute({ id, accountId }: QuarantinedRow, closing: Closing): Promise<void> {
    const { state, cdrId, reason, operator, action, before, after } = closing;
    const isClosed = await this.quarantine.resolve(id, { state, cdrId, reason, operator, at: this.clock.now() });
    if (!isClosed) throw alreadyResolved();
    const entry = { actor: operator, action, subject: id, before, after };
    await this.audit.record({ ...entry, ...(accountId !== null && { accountId }) });
  }
}
