import type { Transactor } from '@trunkline/kernel';
import { decisionIdOf } from '../../domain/live-calls/call-id';
import type { AuditLog } from '../ports';

/** What is known of the caller of a call, beyond what its customer may see. */
export interface CallerIdentity {
  readonly decisionId: string;
  /** Null for a call that belongs to no account. */
  readonly accountId: string | null;
  readonly createdAt: Date;
  /** The asserted identity as the switch sent it, or else the number in From; null unless the caller withheld it from a trusted peer. */
  readonly withheldIdentity: string | null;
  readonly sourceIp: string | null;
  readonly sourcePort: number | null;
  readonly transport: string | null;
}

export abstract class CallerIdentities {
  /** Throws `not_found`. */
  abstract get(decisionId: string): Promise<CallerIdentity>;
}

interface RevealRequest {
  /** Of the live call or of the decision. */
  readonly id: string;
  readonly operator: string;
  readonly reason: string;
}

/** Reveals to an operator who called. Each access is recorded in the audit trail, without the identity. */
export class RevealCaller {
  constructor(
    private readonly tx: Transactor,
    private readonly identities: CallerIdentities,
    private readonly audit: AuditLog,
  ) {}

  /** Throws `not_found`. */
  reveal({ id, operator, reason }: RevealRequest): Promise<CallerIdentity> {
    return this.tx.run(async () => {
      const caller = await this.identities.get(decisionIdOf(id));
      const { decisionId, accountId } = caller;
      const entry = { actor: operator, action: 'call.reveal_caller', subject: decisionId } as const;
      await this.audit.record({ ...entry, ...(accountId !== null && { accountId }), after: { reason } });
      return caller;
    });
  }
}
